// Finds, among the points that rounding cannot tell apart, one whose duality gap is small.
#pragma once

#include "affine/box_problem.hpp"
#include "core/arena.hpp"

namespace nsds::numerics::affine {

// The gap of a solution that is right to the last digits is a sum of their rounding, each with the price of its row, and may
// be larger than what a caller asks for. It is closed by a step of the unknown or multiplier that disturbs rows least, then of
// another, which makes up for the rounding of the first; together they change no row by more than half of `most`, the
// absolute tolerance in the units of the caller. z: (n). Tells
// whether z has been moved; the residual of the call decides whether that was for the better. O(entries) a move, at most ten.
bool close_gap(const BoxProblem& problem, double* z, double most, Arena& arena);

}  // namespace nsds::numerics::affine
