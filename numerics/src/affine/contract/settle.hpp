// Puts unknowns where they stand: on the faces that the signs of their rows ask for, and rounding away.
#pragma once

#include "affine/box_problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::affine {

// x: (n) in/out, in the box. An entry that no row with a signal tells from the nearest of its bounds and 0 goes there; one whose
// row asks for a bound that is nearer than the row is violated, each against its terms, goes to that. A few passes over the
// matrix. unnoticed: what of its terms a row cannot tell.
void settle(const BoxProblem& problem, double* x, Arena& arena, double unnoticed = 1e-12);

}  // namespace nsds::numerics::affine
