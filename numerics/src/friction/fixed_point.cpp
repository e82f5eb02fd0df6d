// Projection fixed point on the variational inequality of De Saxce, r <- P_K(r - rho F(r)), with a step that
// adapts itself [De Saxce, Feng 1998, Math. Comput. Modelling 28; the rule is Khobotov's, 1987]. Half the
// products of the extragradient a step, and convergence for fewer W.
//
// Default max_iterations: 200000 steps.
#include "friction/by_islands.hpp"
#include "friction/iteration.hpp"
#include "friction/projection_step.hpp"

namespace nsds::numerics {
namespace {

enum Option : int { contraction_option };

}  // namespace

SolverClaim solve_friction_fixed_point(const FrictionProblem& problem, double* r, SolveContext& context) {
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        ProjectionStep<D> step(island, context.own[contraction_option], progress.r, *context.arena);
        return iterate(criterion, progress, context, IterationPace{}, step.r(), [&] {
          if (!step.predict()) return NSDS_STALLED;
          step.accept();
          return NSDS_OK;
        });
      });
}

}  // namespace nsds::numerics
