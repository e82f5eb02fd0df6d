// Newton's method and its companions by velocities, as a solver and as a part of 'auto'.
#pragma once

#include "global_friction/registry.hpp"

namespace nsds::numerics {

// NSDS_NOT_APPLICABLE where W is sparse, where forming W and factorising by contacts is expected to take
// less, and where there are no such factors.
SolverClaim solve_by_velocities_if_cheaper(const GlobalProblem& problem, GlobalPoint& point,
                                           SolveContext& context);

}  // namespace nsds::numerics
