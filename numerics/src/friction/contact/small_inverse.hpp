// Inverts a matrix of few rows, column-major: of two or three by cofactors, of more by its factors.
#pragma once

#include <cmath>
#include <limits>

#include "friction/contact/small_lu.hpp"

namespace nsds::numerics::friction {

// Inverts A. Returns false where the determinant is lost in rounding; inverse is then not written.
template <int D>
bool invert(const double* A, double* inverse) {
  constexpr double lost = 16.0 * std::numeric_limits<double>::epsilon();
  // The determinant is a difference, and lost where it is rounding of its terms.
  if constexpr (D == 2) {
    const double plus = A[0] * A[3], minus = A[1] * A[2];
    const double determinant = plus - minus;
    if (!(std::fabs(determinant) > lost * (std::fabs(plus) + std::fabs(minus)))) return false;
    const double scale = 1.0 / determinant;
    inverse[0] = scale * A[3];
    inverse[1] = -scale * A[1];
    inverse[2] = -scale * A[2];
    inverse[3] = scale * A[0];
    return std::isfinite(scale);
  } else if constexpr (D == 3) {
    // The determinant is developed by the first column, whose cofactors are the first row of the adjugate.
    const double c0 = A[4] * A[8] - A[5] * A[7];
    const double c1 = A[5] * A[6] - A[3] * A[8];
    const double c2 = A[3] * A[7] - A[4] * A[6];
    const double determinant = A[0] * c0 + A[1] * c1 + A[2] * c2;
    const double terms = std::fabs(A[0]) * (std::fabs(A[4] * A[8]) + std::fabs(A[5] * A[7])) +
                         std::fabs(A[1]) * (std::fabs(A[5] * A[6]) + std::fabs(A[3] * A[8])) +
                         std::fabs(A[2]) * (std::fabs(A[3] * A[7]) + std::fabs(A[4] * A[6]));
    if (!(std::fabs(determinant) > lost * terms)) return false;
    const double scale = 1.0 / determinant;
    inverse[0] = scale * c0;
    inverse[1] = scale * (A[2] * A[7] - A[1] * A[8]);
    inverse[2] = scale * (A[1] * A[5] - A[2] * A[4]);
    inverse[3] = scale * c1;
    inverse[4] = scale * (A[0] * A[8] - A[2] * A[6]);
    inverse[5] = scale * (A[2] * A[3] - A[0] * A[5]);
    inverse[6] = scale * c2;
    inverse[7] = scale * (A[1] * A[6] - A[0] * A[7]);
    inverse[8] = scale * (A[0] * A[4] - A[1] * A[3]);
    return std::isfinite(scale);
  } else {
    double LU[D * D], sign = 1.0;
    RowOrder<D> order;
    for (std::size_t k = 0; k < D * D; ++k) LU[k] = A[k];
    if (!factorise_small<D>(LU, D, order, sign)) return false;
    for (std::size_t j = 0; j < D; ++j) {
      for (std::size_t i = 0; i < D; ++i) inverse[D * j + i] = i == j ? 1.0 : 0.0;
      solve_small<D>(LU, D, order, inverse + std::size_t{D} * j);
    }
    return true;
  }
}

}  // namespace nsds::numerics::friction
