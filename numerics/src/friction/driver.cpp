#include "friction/driver.hpp"

#include "friction/contact/cone.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/rolling/rolling.hpp"

namespace nsds::numerics::friction {
namespace {

class Driven : public AffineSolve {
 public:
  Driven(const AffineCall<Problem>& call, const Solver& solver, const nsds_options& options)
      : AffineSolve(call.given->size(), call),
        problem_(*call.given),
        solver_(solver),
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
    context.done_before += claim.iterations;
    const SolverClaim closer = solve_once(point, context);
    context.tolerance = tolerance;
    context.done_before -= claim.iterations;
    return {closer.status, claim.iterations + closer.iterations};
  }

  // The report is of the residual of the class, whichever was judged.
  nsds_residual reported(const AffinePoint& point) const {
    return norm_ == Norm::scaled ? point.judged : class_residual(point);
  }
  Parts needed_parts() const { return norm_ == Norm::scaled ? Parts::distances : Parts::none; }

 private:
  void project(AffinePoint& point) const {
    if (problem_.five_rows)
      project_on_rolling_cones(cone_contacts(problem_), point.x.data());
    else
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

}  // namespace

nsds_status drive_checked(const AffineCall<Problem>& call, const Solver& solver, const CallFrame& frame,
                          Arena& arena) {
  Driven solve(call, solver, frame.options);
  return drive(solve, frame, arena);
}

}  // namespace nsds::numerics::friction
