// Points beside one that is nearly a solution, which are solutions where that one is only near: unknowns on their bounds, or exactly
// zero, the others solved for.
#pragma once

#include "core/solve_context.hpp"
#include "nonlinear/contract.hpp"

namespace nsds::numerics::nonlinear {

// a: (n) in/out, within the bounds, where the map is defined. True, and a is replaced, where a point was found that the contract is content with.
// Whatever is tried, the contract decides.
NSDS_NUMERICS_API bool settle(Map& map, std::span<double> a, const MapContract& contract,
                              const SolveContext& context);

}  // namespace nsds::numerics::nonlinear
