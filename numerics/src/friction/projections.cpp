// Two methods of projection on the variational inequality of De Saxce, which need nothing but products with
// W. Extragradient [Korpelevich 1976; Khobotov 1987, USSR Comput. Math. Math. Phys. 27]:
//   r <- P_K(r - rho F(bar)),   bar = P_K(r - rho F(r)).
// Fixed point [De Saxce, Feng 1998, Math. Comput. Modelling 28], half the products a step, and convergence
// for fewer W:
//   r <- bar.
// Both with steps rho that adapt themselves (projection_step.hpp).
//
// Default max_iterations: 200000 steps.
#include "friction/by_islands.hpp"
#include "friction/sweeps/iteration.hpp"
#include "friction/sweeps/projection_step.hpp"

namespace nsds::numerics::friction {
namespace {

enum : int { contraction_option };
enum class Method { extragradient, fixed_point };

SolverClaim solve_by_projections(Method method, const Problem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        ProjectionStep<D> step(island, context.own[contraction_option], progress.r, *context.arena);
        return iterate(criterion, progress, context, IterationPace{}, step.r(), [&] {
          if (!step.predict()) return NSDS_STALLED;
          if (method == Method::extragradient)
            step.correct();
          else
            step.accept();
          return NSDS_OK;
        });
      });
}

}  // namespace

SolverClaim solve_extragradient(const Problem& problem, double* r, SolveContext& context) {
  return solve_by_projections(Method::extragradient, problem, r, context);
}

SolverClaim solve_fixed_point(const Problem& problem, double* r, SolveContext& context) {
  return solve_by_projections(Method::fixed_point, problem, r, context);
}

}  // namespace nsds::numerics::friction
