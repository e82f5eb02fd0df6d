// Rows of free unknowns that depend on each other: they contradict each other, or leave unknowns to choose.
#pragma once

#include <cstdint>
#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::box {

// Tells whether the rows, whose unknowns are free, contradict each other, by a proof that it leaves in the context.
bool refute_rows(const Problem& problem, std::span<const std::int32_t> rows, SolveContext& context);

// What becomes of a solution z, (n) in/out, of rows that depend on each other up to rounding. Where its terms are so much larger
// than the data that only rounding holds them together and the rows are refuted, the claim is that, and z is zero; else the
// unknowns of the rows are those of least norm. True where z has been replaced by these.
bool settle_undetermined(const Problem& problem, std::span<const std::int32_t> rows, double* z,
                         SolverClaim& claim, SolveContext& context);

}  // namespace nsds::numerics::box
