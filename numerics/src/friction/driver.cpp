#include "friction/driver.hpp"

#include "friction/check.hpp"
#include "friction/contact/cone.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/registry.hpp"
#include "linalg/vector_checks.hpp"

namespace nsds::numerics::friction {
namespace {

class Driven : public AffineSolve {
 public:
  Driven(const Call& call, const nsds_options& options, const Problem& problem)
      : AffineSolve(problem.size(), call),
        problem_(problem),
        solver_(solvers()[index(options.solver_index)]),
        norm_(norm(options.own)) {}

  bool set_start(AffinePoint& point, bool warm) const {
    set_unknowns(point, warm);
    if (warm) project(point);
    measure(point);
    return is_finite(point);
  }

  std::int64_t default_max_iterations() const { return solver_.default_max_iterations(problem_.contacts); }

  // Solvers judge in their own packing of W, which rounds otherwise. Where they stop just above the tolerance they
  // are asked for half of it.
  SolverClaim solve(AffinePoint& point, SolveContext& context) const {
    const double tolerance = context.tolerance;
    SolverClaim claim = solve_once(point, context);
    if (claim.status != NSDS_OK || !(point.judged.value > tolerance)) return claim;
    context.tolerance = 0.5 * tolerance;
    const SolverClaim closer = solve_once(point, context);
    context.tolerance = tolerance;
    return {closer.status, claim.iterations + closer.iterations};
  }

  // The report is of the residual of the class, whichever was judged.
  nsds_residual reported(const AffinePoint& point) const {
    return norm_ == Norm::scaled ? point.judged : class_residual(point);
  }

 private:
  void project(AffinePoint& point) const {
    project_on_cones(problem_.dimension, problem_.contacts, problem_.mu, point.x.data());
  }

  SolverClaim solve_once(AffinePoint& point, SolveContext& context) const {
    const SolverClaim claim = solver_.solve(problem_, point.x.data(), context);
    if (is_refusal(claim.status)) return claim;
    project(point);  // solvers may leave r a rounding outside
    measure(point);
    return claim;
  }

  nsds_residual class_residual(const AffinePoint& point) const {
    return friction::residual(problem_, point.x.data(), point.w.data(), point.magnitude.data());
  }

  // The norm of FCLIB is judged in place of the residual of the class where the options ask for it.
  void measure(AffinePoint& point) const {
    velocity(problem_, point.x.data(), point.w.data(), point.magnitude.data());
    if (norm_ == Norm::scaled) {
      point.judged = class_residual(point);
      return;
    }
    const FclibError error = residual_fclib(problem_, point.x.data(), point.w.data(), point.magnitude.data());
    point.judged = {sizeof(nsds_residual), error.value, 0.0, 0.0, 0.0, error.roundoff_floor, error.worst};
  }

  const Problem& problem_;
  const Solver& solver_;
  Norm norm_;
};

nsds_status run(const Call& call, const CallFrame& frame, Arena& arena) {
  const Sentence sentence = frame.sentence();
  nsds_workspace* const workspace = call.common.workspace;
  ContactMemory own;
  const Memories memories{workspace, frame.options.reuse(),
                          workspace == nullptr ? &own : &ContactMemory::of(*workspace)};
  const std::optional<Problem> problem = friction::checked(call.given, memories, sentence);
  if (!problem) return frame.refuse(NSDS_INVALID_ARGUMENT);
  const auto size = static_cast<std::int32_t>(problem->size());
  if (!check_unknown("r", call.x, size, frame.options.warm_start(), sentence))
    return frame.refuse(NSDS_INVALID_ARGUMENT);
  if (!has_entries(*problem, sentence)) return frame.refuse(NSDS_NOT_APPLICABLE);
  Driven solve(call, frame.options, *problem);
  return drive(solve, frame, arena);
}

}  // namespace

nsds_status solve(const Call& call) {
  return in_frame(call, run);
}

}  // namespace nsds::numerics::friction
