// A few rows: principal pivoting on the stack.
#pragma once

#include "lcp/problem.hpp"

namespace nsds::numerics {

inline constexpr std::int32_t most_small_rows = 4;

// Block principal pivoting from F = {i : z_i > 0}, or {i : q_i < 0} where z = 0; at most most_small_rows + 2
// sets, without exchanges of rows in the elimination. z: (n) in/out. True: z is a solution within the
// tolerance. False: z is untouched, and nothing is proved.
bool solve_small(const LcpProblem& problem, double tolerance, double* z);

}  // namespace nsds::numerics
