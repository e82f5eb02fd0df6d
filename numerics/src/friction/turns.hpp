// Newton's method, sweeps, central paths and alternating directions by turns: any of them has problems that
// it solves soon and the others late or not at all, and none knows beforehand. Newton's method and paths go
// on where they were left, sweeps and ADMM from the best point, and with turns that double, what it takes to
// solve a problem is a few times what the right one takes. At a loose tolerance ADMM is tried before the turns.
#pragma once

#include "core/solve_context.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/progress.hpp"
#include "friction/sweeps/sweep_phase.hpp"
#include "friction/sweeps/sweeps.hpp"

namespace nsds::numerics::friction {

// NSDS_OK, a limit, or NSDS_STALLED.
template <int D>
nsds_status take_turns(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps,
                       SweepPhase<D>& phase, NewtonLu<D>& lu, Progress<D>& progress, SolveContext& context);

}  // namespace nsds::numerics::friction
