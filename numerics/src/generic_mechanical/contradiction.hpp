// Equality rows that contradict each other: a vector v on them with v'W = 0 and v'q > 0, so that v'w = v'q is
// not zero whatever lambda is.
#pragma once

#include "core/solve_context.hpp"
#include "generic_mechanical/island.hpp"

namespace nsds::numerics::generic_mechanical {

// Looks for one on the equality rows of an island, unless there is one of another island already. It is left
// in context.certificate, by the rows and in the units of the problem.
bool refute(const MechanicalProblem& problem, const Island& island, SolveContext& context);

}  // namespace nsds::numerics::generic_mechanical
