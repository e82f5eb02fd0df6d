// nsds_lcp_solutions: every admissible basic solution, each once.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "core/call_checks.hpp"
#include "core/guard.hpp"
#include "lcp/call.hpp"
#include "lcp/support.hpp"

namespace nsds::numerics {
namespace {

struct Search {
  const LcpProblem& problem;
  const SolveContext& context;
  std::vector<double> found;  // (n x count)
  std::int64_t tried = 0;

  bool known(const double* z) const {
    const auto n = static_cast<std::size_t>(problem.n);
    const double near = std::max(context.tolerance, 1e-14) * problem.s_z;
    for (std::size_t begin = 0; begin < found.size(); begin += n) {
      double distance = 0.0;
      for (std::size_t i = 0; i < n; ++i) distance = std::max(distance, std::fabs(found[begin + i] - z[i]));
      if (distance <= near) return true;
    }
    return false;
  }

  nsds_status run(Arena& arena) {
    const int n = problem.n;
    const auto length = static_cast<std::size_t>(n);
    SupportSolver solver(problem, arena);
    const auto z = arena.take<double>(length);
    const auto w = arena.take<double>(length);
    const auto magnitude = arena.take<double>(length);
    std::uint32_t support = 0;
    for (; tried < std::int64_t{1} << n; ++tried, support = next_support(support, n)) {
      const nsds_status limit = context.limit(tried, std::nan(""));
      if (limit != NSDS_OK) return limit;
      if (!solver.solve(support, context.tolerance * problem.s_z, z.data())) continue;
      nsds_residual residual;
      lcp_residual(problem, z.data(), w.data(), magnitude.data(), residual);
      if (residual.value <= context.tolerance && !known(z.data()))
        found.insert(found.end(), z.begin(), z.end());
    }
    return NSDS_OK;
  }
};

nsds_status check(const LcpArguments& arguments, std::int32_t capacity, const double* solutions,
                  const std::int32_t* count, const Sentence& sentence) {
  if (count == nullptr || capacity < 0 || (capacity > 0 && solutions == nullptr)) {
    sentence.write("{}", count == nullptr ? "count is null."
                         : capacity < 0   ? "capacity is negative."
                                          : "solutions is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  double unused = 0.0;  // the unknowns of a solve, which this call does not have
  LcpArguments without_unknowns = arguments;
  without_unknowns.z = &unused;
  const nsds_options* options = arguments.options;
  if (options != nullptr && options->problem_class == NSDS_CLASS_LCP &&
      std::strcmp(options->solver->name, "enumeration") != 0) {
    sentence.write("options name solver '{}', this call needs 'enumeration'.", options->solver->name);
    return NSDS_INVALID_ARGUMENT;
  }
  return check_lcp_arguments(without_unknowns, sentence);
}

nsds_status solutions(const nsds_lcp* given, std::int32_t capacity, double* out, std::int32_t* count,
                      const nsds_options* options, nsds_report* report, const Sentence& sentence) {
  const LcpArguments arguments{given, nullptr, options, nullptr};
  nsds_status status = check(arguments, capacity, out, count, sentence);
  const double tolerance = options == nullptr ? 1e-8 : options->tolerance();
  if (status != NSDS_OK) return refused(status, tolerance, report);
  const std::optional<double> scale = checked_matrix_scale(arguments, sentence);
  if (!scale) return refused(NSDS_INVALID_ARGUMENT, tolerance, report);
  if (given->size > largest_enumerated) {
    sentence.write("enumeration takes n <= {}, the problem has n = {}.", largest_enumerated, given->size);
    return refused(NSDS_NOT_APPLICABLE, tolerance, report);
  }

  const double s_w = lcp_vector_scale(given->q, given->size);
  const LcpProblem problem{given->size, *given->M, given->q, s_w, s_w / *scale};
  SolveContext context;
  context.solver = "enumeration";
  context.begin = Clock::now();
  context.tolerance = tolerance;
  context.max_iterations = std::int64_t{1} << problem.n;
  if (options != nullptr) {
    if (options->max_iterations() > 0) context.max_iterations = options->max_iterations();
    context.time_limit = options->time_limit();
    context.callback = options->callback;
    context.user = options->user;
  }
  Arena arena;
  Search search{problem, context, {}};
  status = search.run(arena);

  const auto n = static_cast<std::size_t>(problem.n);
  const std::size_t total = n == 0 ? 1 : search.found.size() / n;  // the empty problem has one empty solution
  *count = static_cast<std::int32_t>(total);
  std::copy_n(search.found.begin(), n * std::min(total, static_cast<std::size_t>(capacity)), out);
  sentence.write("{} basic solution{} among {} bases{}.", total, total == 1 ? "" : "s", search.tried,
                 status == NSDS_OK ? "" : "; a limit ended the search");
  if (report != nullptr) {
    refused(status, tolerance, report);
    report->iterations = search.tried;
    report->seconds = context.seconds();
    std::memcpy(report->solver, "enumeration", sizeof "enumeration");
  }
  return status;
}

}  // namespace
}  // namespace nsds::numerics

nsds_status nsds_lcp_solutions(const nsds_lcp* problem, int32_t capacity, double* solutions, int32_t* count,
                               const nsds_options* options, nsds_report* report) {
  using namespace nsds::numerics;
  if (report != nullptr && report->struct_size != sizeof(nsds_report)) return NSDS_INVALID_ARGUMENT;
  const Sentence sentence =
      report == nullptr ? Sentence{} : Sentence{report->message, sizeof report->message};
  return guarded([&] {
    return nsds::numerics::solutions(problem, capacity, solutions, count, options, report, sentence);
  });
}
