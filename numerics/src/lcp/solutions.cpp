// nsds_lcp_solutions: every admissible basic solution, each once.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "lcp/call.hpp"
#include "lcp/small/support.hpp"

namespace nsds::numerics::lcp {
namespace {

// Keeps the solutions within the tolerance, each once.
struct All {
  const Lcp& problem;
  double tolerance;
  std::vector<double> found;  // (n x count)

  double estimate() const { return std::numeric_limits<double>::quiet_NaN(); }
  double admissible() const { return tolerance * problem.s_z; }
  bool visit(std::span<const double> z, double residual) {
    if (residual <= tolerance && !known(z)) found.insert(found.end(), z.begin(), z.end());
    return false;
  }
  bool known(std::span<const double> z) const {
    const double near = std::max(tolerance, 1e-14) * problem.s_z;
    for (std::size_t begin = 0; begin < found.size(); begin += z.size()) {
      double distance = 0.0;
      for (std::size_t i = 0; i < z.size(); ++i)
        distance = std::max(distance, std::fabs(found[begin + i] - z[i]));
      if (distance <= near) return true;
    }
    return false;
  }
};

bool check(const nsds_options& options, std::int32_t capacity, const double* solutions,
           const std::int32_t* count, const Sentence& sentence) {
  if (count == nullptr || capacity < 0 || (capacity > 0 && solutions == nullptr)) {
    sentence.write("{}", count == nullptr ? "count is null."
                         : capacity < 0   ? "capacity is negative."
                                          : "solutions is null.");
    return false;
  }
  if (options.problem_class == NSDS_CLASS_LCP && std::strcmp(options.solver->name, "enumeration") == 0)
    return true;
  sentence.write("options name solver '{}' of class '{}', this call needs 'enumeration' of class 'lcp'.",
                 options.solver->name, nsds_class_name(options.problem_class));
  return false;
}

nsds_status solutions(const Arguments& arguments, std::int32_t capacity, double* out, std::int32_t* count,
                      Clock::time_point begin, nsds_report* report) {
  const Sentence sentence = sentence_of(report);
  const double tolerance = arguments.options.tolerance();
  if (!check(arguments.options, capacity, out, count, sentence))
    return refused(NSDS_INVALID_ARGUMENT, tolerance, report);
  const std::optional<Lcp> problem = checked(arguments.problem, nullptr, arguments.options.reuse(), sentence);
  if (!problem) return refused(NSDS_INVALID_ARGUMENT, tolerance, report);
  if (!has_entries(*problem, sentence)) return refused(NSDS_NOT_APPLICABLE, tolerance, report);
  if (problem->n > largest_enumerated) {
    sentence.write("enumeration takes n <= {}, the problem has n = {}.", largest_enumerated, problem->n);
    return refused(NSDS_NOT_APPLICABLE, tolerance, report);
  }

  Arena arena;
  const SolveContext context(arguments.options, arguments.solver().default_max_iterations(problem->n), begin,
                             arena, {});
  All all{*problem, tolerance, {}};
  const SolverClaim claim = search_supports(*problem, context, all);

  const auto n = static_cast<std::size_t>(problem->n);
  const std::size_t total = n == 0 ? 1 : all.found.size() / n;  // the empty problem has one empty solution
  *count = static_cast<std::int32_t>(total);
  std::copy_n(all.found.begin(), n * std::min(total, static_cast<std::size_t>(capacity)), out);
  sentence.write("{} basic solution{} among {} bases{}.", total, total == 1 ? "" : "s", claim.iterations,
                 claim.status == NSDS_OK ? "" : "; a limit ended the search");
  nsds_residual none;  // the call returns many points, or none
  nsds_residual_init(&none);
  return finished(claim.status, arguments.options.solver->name, arguments.options.tolerance(),
                  claim.iterations, none, begin, report);
}

// These values hold for a call without options: the table's values for the one solver that can do it.
const nsds_options& options_of_table() {
  static const nsds_options defaults =
      default_options(NSDS_CLASS_LCP, solver_index(NSDS_CLASS_LCP, "enumeration"));
  return defaults;
}

}  // namespace
}  // namespace nsds::numerics::lcp

nsds_status nsds_lcp_solutions(const nsds_lcp* problem, int32_t capacity, double* solutions, int32_t* count,
                               const nsds_options* options, nsds_report* report) {
  using namespace nsds::numerics;
  using namespace nsds::numerics::lcp;
  if (!check_report(report)) return NSDS_INVALID_ARGUMENT;
  const Clock::time_point begin = Clock::now();
  return guarded([&] {
    const Arguments arguments{problem, options == nullptr ? options_of_table() : *options, nullptr};
    return nsds::numerics::lcp::solutions(arguments, capacity, solutions, count, begin, report);
  });
}
