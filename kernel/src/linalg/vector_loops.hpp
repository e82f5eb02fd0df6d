// Loops over short contiguous vectors. At the sizes of a rigid body they cost a fraction of dynamic matrix
// expressions.
#pragma once

#include <cstdint>

namespace nsds {

inline double dot(std::int32_t n, const double* a, const double* b) {
  double sum = 0.0;
  for (std::int32_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// y += s x
inline void axpy(std::int32_t n, double s, const double* x, double* y) {
  for (std::int32_t i = 0; i < n; ++i) y[i] += s * x[i];
}

/// y += s A x, A: (n x n) column-major
inline void multiplyAdd(std::int32_t n, double s, const double* A, const double* x, double* y) {
  for (std::int32_t j = 0; j < n; ++j) axpy(n, s * x[j], A + std::int64_t{j} * n, y);
}

}  // namespace nsds
