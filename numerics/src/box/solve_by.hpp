// A solver of a table on a problem, in the units that its options ask for, until the residual of the problem is content.
#pragma once

#include "box/registry.hpp"

namespace nsds::numerics::box {

// z: (n) in/out. context.own: the options of the solver.
SolverClaim solve_by(const Solver& solver, const Problem& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics::box
