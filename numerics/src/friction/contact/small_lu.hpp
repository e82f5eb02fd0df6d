// LU factors of a matrix of a few rows, with pivots by rows, in place: columns of numbers, `leading`
// apart. Unlike an inverse they leave small residuals where the matrix is ill-conditioned.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace nsds::numerics::friction {

template <int D>
using RowOrder = std::array<std::uint8_t, D>;  // the row of A that is k-th of L U

// Factorises A, which becomes L below the diagonal, U above it, and the reciprocals of that of U on it.
// Returns false where a pivot is lost in rounding. sign: multiplied by that of the determinant.
template <int D>
bool factorise_small(double* A, std::size_t leading, RowOrder<D>& order, double& sign) {
  constexpr double lost = 16.0 * std::numeric_limits<double>::epsilon();
  double size[D];  // of what a pivot is a difference of, by rows
  for (std::size_t i = 0; i < D; ++i) order[i] = static_cast<std::uint8_t>(i);
  for (std::size_t k = 0; k < D; ++k) {
    double* const column = A + leading * k;
    for (std::size_t i = k; i < D; ++i) size[i] = std::fabs(column[i]);
    // The columns before are subtracted, and the sizes of the terms added up.
    for (std::size_t l = 0; l < k; ++l) {
      const double above = column[l];
      for (std::size_t i = l + 1; i < D; ++i) {
        const double term = A[leading * l + i] * above;
        column[i] -= term;
        if (i >= k) size[i] += std::fabs(term);
      }
    }
    // The pivot is the largest entry, unless that is rounding of the terms it was summed from.
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < D; ++i)
      if (std::fabs(column[i]) > std::fabs(column[pivot])) pivot = i;
    if (!(std::fabs(column[pivot]) > lost * size[pivot])) return false;
    if (pivot != k) {
      for (std::size_t j = 0; j < D; ++j) std::swap(A[leading * j + k], A[leading * j + pivot]);
      std::swap(order[k], order[pivot]);
      sign = -sign;
    }
    if (column[k] < 0.0) sign = -sign;
    column[k] = 1.0 / column[k];
    if (!std::isfinite(column[k])) return false;
    for (std::size_t i = k + 1; i < D; ++i) column[i] *= column[k];
  }
  return true;
}

// x = A^-1 b in place.
template <int D>
void solve_small(const double* LU, std::size_t leading, const RowOrder<D>& order, double* x) {
  double b[D];
  for (std::size_t k = 0; k < D; ++k) {
    b[k] = x[order[k]];
    for (std::size_t l = 0; l < k; ++l) b[k] -= LU[leading * l + k] * b[l];
  }
  for (std::size_t k = D; k-- > 0;) {
    for (std::size_t l = k + 1; l < D; ++l) b[k] -= LU[leading * l + k] * b[l];
    b[k] *= LU[leading * k + k];
  }
  for (std::size_t k = 0; k < D; ++k) x[k] = b[k];
}

}  // namespace nsds::numerics::friction
