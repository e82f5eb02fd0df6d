// Finds units in which the entries of a dense matrix are about one.
#pragma once

#include <cstddef>
#include <span>

namespace nsds::numerics {

inline constexpr std::size_t most_dense_numbers = 16000000;  // of a matrix that is made dense for its rank

// A: (m x n), column-major without gaps, in: A, out: R A C. row: (m), column: (n) out: R and C, powers of two
// with which the largest entries of rows and columns are about one.
void equilibrate(std::span<double> A, std::span<double> row, std::span<double> column);

}  // namespace nsds::numerics
