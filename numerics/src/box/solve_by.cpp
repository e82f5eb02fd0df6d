#include "box/solve_by.hpp"

#include "affine/residual/tighten.hpp"
#include "box/scaling.hpp"

namespace nsds::numerics::box {
SolverClaim solve_by(const Solver& solver, const Problem& problem, double* z, SolveContext& context) {
  if (static_cast<int>(option(context.own, scaling_option)) == ruiz_scaling) {
    ScaledSolve scaled(problem, solver.solve, *context.arena);
    return affine::tighten(problem, z, context, [&] { return scaled(z, context); });
  }
  if (problem.rows == nullptr) return solver.solve(problem, z, context);
  return affine::tighten(problem, z, context, [&] { return solver.solve(problem, z, context); });
}

}  // namespace nsds::numerics::box
