// The solver of the caller that options of the class may hold.
#pragma once

#include <span>

#include "core/options.hpp"
#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::mcp {

// Runs the solver of the options on the problem in units. Where it throws, it has found nothing; what a callback of the problem throws
// ends the call.
SolverClaim solve_by_given(const GivenSolver& given, nonlinear::Map& map, std::span<double> a,
                           SolveContext& context);

}  // namespace nsds::numerics::mcp
