// Interior points for affine problems over boxes, the orthant of the LCP among them.
#pragma once

#include "affine/box_problem.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

// z: (n) in/out, a point of the box.
SolverClaim solve_interior_point(const BoxProblem& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics::affine
