// Newton's method by velocities is a part of 'auto'.
#pragma once

#include "global_friction/registry.hpp"

namespace nsds::numerics::global_friction {

// NSDS_NOT_APPLICABLE where W would not be stored dense, where forming it and factorising by contacts is
// expected to take less, and where there are no factors by velocities.
SolverClaim solve_by_velocities_if_cheaper(const Problem& problem, Point& point, SolveContext& context);

// Takes the steps of Newton's method from the point until they bring no progress; NSDS_STALLED then.
// NSDS_NOT_APPLICABLE where bodies are joined or deform, and where their contacts are few.
SolverClaim try_newton_if_redundant(const Problem& problem, Point& point, SolveContext& context);

}  // namespace nsds::numerics::global_friction
