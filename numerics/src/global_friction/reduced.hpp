// Solves the problem reduced to its contacts, as a solver and as a part of others.
#pragma once

#include "global_friction/registry.hpp"

namespace nsds::numerics::global_friction {

inline constexpr double most_bytes_of_W = 4e9;

// NSDS_NOT_APPLICABLE, and a sentence, where W takes more memory than that.
SolverClaim solve_by_reduction(const Problem& problem, Point& point, double most_bytes,
                               SolveContext& context);

}  // namespace nsds::numerics::global_friction
