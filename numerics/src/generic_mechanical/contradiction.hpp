// Equality rows that contradict each other: a vector v on them with v'W = 0 and v'q > 0, so that v'w = v'q is
// not zero whatever lambda is.
#pragma once

#include "core/solve_context.hpp"
#include "generic_mechanical/elimination.hpp"
#include "generic_mechanical/progress.hpp"

namespace nsds::numerics {

// Looks for one in what least squares left of w on the equality rows, at progress.lambda, unless there is one
// of another island already. Where it is one, also after rounding, it is left in context.certificate, by the
// rows and in the units of the problem.
bool find_contradiction(const MechanicalProblem& problem, const MechanicalIsland& island,
                        const Elimination& elimination, MechanicalProgress& progress, SolveContext& context);

}  // namespace nsds::numerics
