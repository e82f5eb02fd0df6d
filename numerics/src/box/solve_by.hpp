// A solver of a table on a problem, in the units that its options ask for, until the residual of the problem is content.
#pragma once

#include "affine/contract/tighten.hpp"
#include "box/registry.hpp"

namespace nsds::numerics::box {

// Leaves a point that is measured, unless the solver does not take the problem. context.own: the options of the solver.
SolverClaim solve_by(const Solver& solver, const Problem& problem, const affine::Found& found,
                     SolveContext& context);

}  // namespace nsds::numerics::box
