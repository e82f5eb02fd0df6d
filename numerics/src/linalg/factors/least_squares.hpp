// Least squares of least norm with dense matrices whose rank is not known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics {

// (m x n), column-major without gaps.
struct DenseView {
  const double* values;
  std::size_t m, n;
};

inline constexpr double numerical_rank = 1e-13;  // pivots below this fraction of the first are rounding

// Estimates the operations with an (m x n) matrix.
inline double least_squares_work(std::size_t m, std::size_t n) {
  const auto rows = static_cast<double>(m), columns = static_cast<double>(n);
  return 12.0 * rows * columns * std::min(rows, columns);
}

// Finds the x of least norm among those with the least |A x - b|, for each column b, by a complete orthogonal
// factorisation [Golub, Van Loan 2013, 5.5]. x: (max(m, n) x columns), column-major, in: b, out: x. rank:
// pivots below this fraction of the first are zero. False where LAPACK fails, or a number overflows.
bool least_squares(const DenseView& A, std::span<double> x, std::size_t columns, double rank, Arena& arena);

}  // namespace nsds::numerics
