// Nonsmooth Gauss-Seidel as a solver of its own: sweeps over the contacts, accelerated or relaxed.
//
// Default max_iterations: 100000 sweeps.
#include "friction/by_islands.hpp"
#include "friction/sweeps/stagnation.hpp"
#include "friction/sweeps/sweep_phase.hpp"

namespace nsds::numerics::friction {
namespace {

enum : int { nsgs_acceleration, nsgs_relaxation, nsgs_freezing };

}  // namespace

SolverClaim solve_nsgs(const Problem& problem, double* r, SolveContext& context) {
  const double relaxation = context.own[nsgs_relaxation];
  const bool accelerate = context.own[nsgs_acceleration] != 0.0 && relaxation == 1.0;
  const auto freezing = static_cast<std::int32_t>(context.own[nsgs_freezing]);
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        Sweeps<D> sweeps(island, criterion, freezing, *context.arena);
        SweepPhase<D> phase(island, criterion, sweeps, progress, context);
        Stagnation stagnation;
        return phase.run(accelerate, relaxation, stagnation);
      });
}

}  // namespace nsds::numerics::friction
