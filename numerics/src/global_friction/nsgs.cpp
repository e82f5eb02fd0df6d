// Nonsmooth Gauss-Seidel on velocities as a solver of its own, accelerated or relaxed.
//
// Default max_iterations: 100000 sweeps.
#include "global_friction/nsgs.hpp"

#include "friction/sweeps/stagnation.hpp"

namespace nsds::numerics::global_friction {
namespace {

enum : int { nsgs_acceleration, nsgs_relaxation, nsgs_threads };

}  // namespace

SolverClaim solve_nsgs(const Problem& problem, Point& point, SolveContext& context) {
  if (!can_sweep(problem, context.sentence)) return {NSDS_NOT_APPLICABLE};
  const double relaxation = context.own[nsgs_relaxation];
  const bool accelerate = context.own[nsgs_acceleration] != 0.0 && relaxation == 1.0;
  const auto threads = static_cast<std::size_t>(context.own[nsgs_threads]);
  if (problem.dimension == 2)
    return sweep_velocities<2>(problem, point, relaxation, accelerate, threads, context,
                               friction::Stagnation{});
  return sweep_velocities<3>(problem, point, relaxation, accelerate, threads, context,
                             friction::Stagnation{});
}

}  // namespace nsds::numerics::global_friction
