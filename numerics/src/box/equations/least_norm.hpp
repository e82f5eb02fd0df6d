// Free unknowns that rows which depend on each other leave to choose.
#pragma once

#include <cstdint>
#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::box {

// Replaces the members of a solution z, whose rows are equations, by those of least norm that solve them and,
// as far as least squares can, leave the w of the others as it is, in the units that are given, or where
// rounding asks for it in those in which the entries of M are about one: where they are hardly longer, their
// residual is no worse but for rounding, and there is time and memory for it. True where it does.
bool take_least_norm(const Problem& problem, std::span<const std::int32_t> members, double* z,
                     SolveContext& context);

}  // namespace nsds::numerics::box
