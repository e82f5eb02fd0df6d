#include "box/solve_by.hpp"

#include "box/scaling.hpp"

namespace nsds::numerics::box {

SolverClaim solve_by(const Solver& solver, const Problem& problem, const affine::Found& found,
                     SolveContext& context) {
  double* const z = found.z.data();
  if (static_cast<int>(option(context.own, scaling_option)) == ruiz_scaling) {
    ScaledSolve scaled(problem, solver.solve, *context.arena);
    return affine::tighten(problem, found, context, [&] { return scaled(z, context); });
  }
  if (problem.contract != nullptr)
    return affine::tighten(problem, found, context, [&] { return solver.solve(problem, z, context); });
  const SolverClaim claim = solver.solve(problem, z, context);
  affine::measure(problem, found);
  return claim;
}

}  // namespace nsds::numerics::box
