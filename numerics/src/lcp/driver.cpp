// The C interface of linear complementarity problems, and what a solve needs to know of their points.
#include <algorithm>

#include "core/numbers.hpp"
#include "lcp/call.hpp"
#include "lcp/small/few_rows.hpp"
#include "lcp/small/scalar.hpp"
#include "linalg/affine_point.hpp"
#include "linalg/entries.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::lcp {
namespace {

struct Call {
  CallArguments common;
  const nsds_lcp* given;
  double* z;
  double* w;  // Nullable
};

constexpr std::string_view trivial_text = "q >= 0, so z = 0 is a solution.";

class Driven : public AffineSolve {
 public:
  Driven(const Call& call, const nsds_options& options, const Lcp& problem)
      : AffineSolve(index(problem.n), call.z, call.w),
        warm_(options.warm_start()),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]) {}

  // Any start will do. Zero is not measured, which would take a product with M: solved_at_sight knows what it is worth.
  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    point.judged.value = infinity;
    if (!warm) return true;
    for (double& z : point.x) z = std::max(z, 0.0);
    measure(point);
    return true;
  }

  std::string_view solved_at_sight(AffinePoint& point) const {
    if (!std::all_of(problem_.q, problem_.q + problem_.n, [](double value) { return value >= 0.0; }))
      return {};
    set_zero(point);
    return trivial_text;
  }

  // A failed solve returns zero, whose residual is at most one, where the start is worse.
  void set_fallback(AffinePoint& point) const {
    if (warm_ && set_start(point, true) && point.judged.value <= 1.0) return;
    set_zero(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.n); }
  std::size_t certificate_size() const { return index(problem_.n); }

  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (!is_refusal(claim.status)) measure(point);
    return claim;
  }

  void deliver_certificate(const SolveContext& context, double* out) const {
    context.sentence.write("no z >= 0 has M z + q >= 0: the certificate y has y >= 0, M'y <= 0, q'y < 0");
    DrivenProblem::deliver_certificate(context, out);
  }

 private:
  void set_zero(AffinePoint& point) const {
    set_unknowns(point, false);
    measure(point);
  }

  void measure(AffinePoint& point) const {
    lcp::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data(), point.judged);
  }

  bool warm_;
  const Lcp& problem_;
  const Solver& solver_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  const std::optional<Lcp> problem =
      lcp::checked(call.given, call.common.workspace, frame.options.reuse(), sentence);
  if (!problem || !check_unknown("z", call.z, problem->n, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

// A few rows have a way of their own in front of all others, without memory: a call takes 100 ns.
bool finish_few_rows(const Call& call) {
  const nsds_options& options = *call.common.options;
  const Arguments arguments{call.given, options, call.common.workspace};
  if (!has_few_rows(arguments, call.z)) return false;
  const CallFrame frame{call.common, options, begin_of(call.common, options)};
  FewRows solution;  // NOLINT(cppcoreguidelines-pro-type-member-init): written where the call succeeds
  if (!solve_few_rows(arguments, call.z, solution)) return false;
  frame.forget();  // nothing was found out of this matrix
  const std::int32_t n = call.given->size;
  std::copy_n(solution.z, n, call.z);
  if (call.w != nullptr) std::copy_n(solution.w, n, call.w);
  const char* const solver = n == 1 ? closed_form : options.solver->name;
  frame.report(solution.residual, NSDS_OK, solution.trivial ? 0 : 1, solver);
  if (solution.trivial)
    say_text(frame.sentence(), trivial_text);
  else
    say_text(frame.sentence(), solved_text);
  return true;
}

// These values hold for a call without options. They are made once, from the table. The first solver of the
// class has no options of its own, so that nothing is allocated.
const nsds_options& table_options() {
  static const nsds_options defaults = default_options(NSDS_CLASS_LCP, 0);
  return defaults;
}

// Does what both residual functions do before they measure.
template <class Measure>
nsds_status measured_at(const nsds_lcp* given, const double* z, Measure&& measure) {
  return guarded([&] {
    const std::optional<Lcp> problem = lcp::checked(given, nullptr, NSDS_REUSE_NONE, {});
    if (!problem || (problem->n > 0 && z == nullptr)) return NSDS_INVALID_ARGUMENT;
    if (!has_entries(*problem, {})) return NSDS_NOT_APPLICABLE;
    Arena arena;
    measure(*problem, z, arena);
    return NSDS_OK;
  });
}

}  // namespace
}  // namespace nsds::numerics::lcp

using namespace nsds::numerics;
using namespace nsds::numerics::lcp;

void nsds_lcp_init(nsds_lcp* problem) {
  initialise(problem);
}

// NOLINTBEGIN(readability-non-const-parameter): the solve writes through them
nsds_status nsds_lcp_solve(const nsds_lcp* problem, double* z, double* w, const nsds_options* options,
                           nsds_workspace* workspace, nsds_report* report) {
  // NOLINTEND(readability-non-const-parameter)
  if (!has_struct_size(report)) return NSDS_INVALID_ARGUMENT;
  const nsds_options& chosen = options == nullptr ? table_options() : *options;
  const Call call{{NSDS_CLASS_LCP, &chosen, workspace, report}, problem, z, w};
  if (finish_few_rows(call)) return NSDS_OK;
  return in_frame(call.common, [&](const CallFrame& frame, Arena& arena) { return run(call, frame, arena); });
}

nsds_status nsds_lcp_residual(const nsds_lcp* problem, const double* z, nsds_residual* residual) {
  if (residual == nullptr || residual->struct_size != sizeof(nsds_residual)) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, z, [residual](const Lcp& checked, const double* at, Arena& arena) {
    const auto w = arena.take<double>(index(checked.n));
    const auto magnitude = arena.take<double>(index(checked.n));
    lcp::residual(checked, at, w.data(), magnitude.data(), *residual);
  });
}

nsds_status nsds_lcp_residual_fclib(const nsds_lcp* problem, const double* z, double* value) {
  if (value == nullptr) return NSDS_INVALID_ARGUMENT;
  return measured_at(problem, z, [value](const Lcp& checked, const double* at, Arena& arena) {
    *value = residual_fclib(checked, at, arena);
  });
}
