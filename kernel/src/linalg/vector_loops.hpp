// These are loops over short contiguous vectors. At the sizes of a rigid body they cost a fraction of dynamic
// matrix expressions.
#pragma once

#include <cstdint>
#include <type_traits>

namespace nsds {

/// Calls loop(n), with n as a constant at the sizes of points, pairs and rigid bodies, so that its loop
/// unrolls. The order of operations stays the same. A compiler that sees many callers would not inline it.
template <class Size, class Loop>
[[gnu::always_inline]] inline auto withSize(Size n, Loop&& loop) {
  switch (n) {
    case 1:
      return loop(std::integral_constant<std::int32_t, 1>{});
    case 2:
      return loop(std::integral_constant<std::int32_t, 2>{});
    case 3:
      return loop(std::integral_constant<std::int32_t, 3>{});
    case 6:
      return loop(std::integral_constant<std::int32_t, 6>{});
    default:
      return loop(n);
  }
}

inline double dot(std::int32_t n, const double* a, const double* b) {
  return withSize(n, [=](auto size) {
    double sum = 0.0;
    for (std::int32_t i = 0; i < size; ++i) sum += a[i] * b[i];
    return sum;
  });
}

/// y += s x
inline void axpy(std::int32_t n, double s, const double* x, double* y) {
  withSize(n, [=](auto size) {
    for (std::int32_t i = 0; i < size; ++i) y[i] += s * x[i];
  });
}

/// y += s A x, A: (n x n) column-major
inline void multiplyAdd(std::int32_t n, double s, const double* A, const double* x, double* y) {
  withSize(n, [=](auto size) {
    for (std::int32_t j = 0; j < size; ++j) {
      const double factor = s * x[j];
      for (std::int32_t i = 0; i < size; ++i) y[i] += factor * A[std::int64_t{j} * size + i];
    }
  });
}

/// y = x and y = 0: calls into the C library cost more than they do at these sizes.
inline void copy(std::int64_t n, const double* x, double* y) {
  withSize(n, [=](auto size) {
    for (std::int64_t i = 0; i < size; ++i) y[i] = x[i];
  });
}
inline void clear(std::int64_t n, double* y) {
  withSize(n, [=](auto size) {
    for (std::int64_t i = 0; i < size; ++i) y[i] = 0.0;
  });
}

/// False if any entry is infinite or NaN.
inline bool allFinite(std::int64_t n, const double* x) {
  return withSize(n, [=](auto size) {
    double remains = 0.0;  // 0 * x is 0 for finite x, NaN otherwise
    for (std::int64_t i = 0; i < size; ++i) remains += 0.0 * x[i];
    return remains == 0.0;
  });
}

/// Calls loop(values, count) for every run of entries that lie one after the other: once for a matrix on its
/// own, for each column of one within another.
template <class Matrix, class Loop>
inline void forEachRun(Matrix&& matrix, Loop&& loop) {
  if (matrix.outerStride() == matrix.rows()) {
    loop(matrix.data(), matrix.size());
  } else {
    for (std::int64_t j = 0; j < matrix.cols(); ++j)
      loop(matrix.data() + j * matrix.outerStride(), matrix.rows());
  }
}

}  // namespace nsds
