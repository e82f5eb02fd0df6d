// Projected extragradient on the variational inequality of De Saxce [Korpelevich 1976; Khobotov 1987, USSR
// Comput. Math. Math. Phys. 27]: r <- P_K(r - rho F(bar)), bar = P_K(r - rho F(r)). Needs nothing but
// products with W.
//
// Default max_iterations: 200000 steps.
#include "friction/by_islands.hpp"
#include "friction/iteration.hpp"
#include "friction/projection_step.hpp"

namespace nsds::numerics {
namespace {

enum Option : int { contraction_option };

}  // namespace

SolverClaim solve_friction_extragradient(const FrictionProblem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        ProjectionStep<D> step(island, context.own[contraction_option], progress.r, *context.arena);
        return iterate(criterion, progress, context, IterationPace{}, step.r(), [&] {
          if (!step.predict()) return NSDS_STALLED;
          step.correct();
          return NSDS_OK;
        });
      });
}

}  // namespace nsds::numerics
