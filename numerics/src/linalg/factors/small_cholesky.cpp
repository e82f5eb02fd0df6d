#include "linalg/factors/small_cholesky.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

constexpr std::size_t unit = quad_size;

// Loops go in units from the one that j lies in, and read and write whole units: a part that was written by
// itself would have to leave the store buffer before the unit can be read.
constexpr QuadMask only[unit] = {{-1, 0, 0, 0}, {0, -1, 0, 0}, {0, 0, -1, 0}, {0, 0, 0, -1}};
constexpr Quad beyond[unit] = {{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}};

NSDS_LOOP bool decompose(double* __restrict K, std::size_t size, std::size_t stride,
                         double* __restrict inverse) {
  for (std::size_t j = 0; j < size; ++j) {
    double* __restrict column = K + j * stride;
    if (!(column[j] > 0.0)) return false;
    inverse[j] = 1.0 / std::sqrt(column[j]);
    const std::size_t first = j / unit * unit;
    quad(column + first).v *= inverse[j] * beyond[j % unit];  // zero up to the diagonal
    for (std::size_t i = first + unit; i < stride; i += unit) quad(column + i).v *= inverse[j];
    for (std::size_t b = j + 1; b < size; ++b) {
      double* __restrict later = K + b * stride;
      const double factor = column[b];
      for (std::size_t i = b / unit * unit; i < stride; i += unit)
        quad(later + i).v -= factor * quad(column + i).v;
    }
  }
  return true;
}

NSDS_WIDE bool decompose_wide(double* K, std::size_t size, std::size_t stride, double* inverse) {
  return decompose(K, size, stride, inverse);
}

// x: (stride), zero beyond the size.
NSDS_LOOP void substitute(const double* __restrict K, std::size_t size, std::size_t stride,
                          const double* __restrict inverse, double* __restrict x) {
  constexpr Quad zero = {0.0, 0.0, 0.0, 0.0};
  for (std::size_t j = 0; j < size; ++j) {
    const double* column = K + j * stride;
    const std::size_t first = j / unit * unit;
    const double solved = x[j] * inverse[j];
    const Quad rest = quad(x + first).v - solved * quad(column + first).v;
    quad(x + first).v = only[j % unit] ? zero + solved : rest;
    for (std::size_t i = first + unit; i < stride; i += unit) quad(x + i).v -= solved * quad(column + i).v;
  }
  for (std::size_t j = size; j-- > 0;) {
    const double* column = K + j * stride;
    const std::size_t first = j / unit * unit;
    Quad sum = quad(column + first).v * quad(x + first).v;
    for (std::size_t i = first + unit; i < stride; i += unit) sum += quad(column + i).v * quad(x + i).v;
    const double solved = (x[j] - ((sum[0] + sum[1]) + (sum[2] + sum[3]))) * inverse[j];
    quad(x + first).v = only[j % unit] ? zero + solved : quad(x + first).v;
  }
}

NSDS_WIDE void substitute_wide(const double* K, std::size_t size, std::size_t stride, const double* inverse,
                               double* x) {
  substitute(K, size, stride, inverse, x);
}

}  // namespace

bool small_cholesky(double* K, std::int32_t size, double* inverse) noexcept {
  const auto n = static_cast<std::size_t>(size);
  const std::size_t stride = small_cholesky_stride(size);
  return has_wide() ? decompose_wide(K, n, stride, inverse) : decompose(K, n, stride, inverse);
}

void small_cholesky_solve(const double* K, std::int32_t size, const double* inverse, double* x) noexcept {
  const auto n = static_cast<std::size_t>(size);
  const std::size_t stride = small_cholesky_stride(size);
  double padded[largest_small_cholesky];
  std::copy_n(x, n, padded);
  std::fill(padded + n, padded + stride, 0.0);
  if (has_wide()) {
    substitute_wide(K, n, stride, inverse, padded);
  } else {
    substitute(K, n, stride, inverse, padded);
  }
  std::copy_n(padded, n, x);
}

}  // namespace nsds::numerics
