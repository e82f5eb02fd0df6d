#include "linalg/dense_loops.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "linalg/norms.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

NSDS_LOOP void eliminate(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                         std::size_t fixed, const double* x) {
  for (std::size_t i = 0; i < rows; ++i) {
    if (i == fixed) continue;
    double* const row = values + i * stride;
    const double factor = row[column];
    if (factor == 0.0) continue;
    row[column] = 0.0;
    for (std::size_t j = 0; j < stride; j += dense_row_unit) quad(row + j).v += factor * quad(x + j).v;
  }
}

NSDS_WIDE void eliminate_wide(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                              std::size_t fixed, const double* x) {
  eliminate(values, rows, stride, column, fixed, x);
}

// A bundle has up to four columns with their factors: y is loaded and stored once for all of them.
struct Bundle {
  const double* column[4];
  double factor[4];
};

// Fills the bundle with the next columns that count; the rest repeats the first with factor zero. Returns the
// column after the last taken, 0 where there are none left.
NSDS_LOOP std::size_t next_bundle(const DenseColumns& A, const double* x, std::size_t j, Bundle& bundle) {
  int count = 0;
  for (; j < A.cols && count < 4; ++j) {
    if (x[j] == 0.0) continue;
    bundle.column[count] = A.values + j * A.leading;
    bundle.factor[count++] = x[j];
  }
  if (count == 0) return 0;
  for (; count < 4; ++count) {
    bundle.column[count] = bundle.column[0];
    bundle.factor[count] = 0.0;
  }
  return j;
}

NSDS_LOOP void multiply(const DenseColumns& A, const double* x, double* y) {
  Bundle b{};
  for (std::size_t j = next_bundle(A, x, 0, b); j != 0; j = next_bundle(A, x, j, b)) {
    const double *c0 = b.column[0], *c1 = b.column[1], *c2 = b.column[2], *c3 = b.column[3];
    const double f0 = b.factor[0], f1 = b.factor[1], f2 = b.factor[2], f3 = b.factor[3];
    std::size_t i = 0;
    for (; i + 4 <= A.rows; i += 4)
      quad(y + i).v = (((quad(y + i).v + quad(c0 + i).v * f0) + quad(c1 + i).v * f1) + quad(c2 + i).v * f2) +
                      quad(c3 + i).v * f3;
    for (; i < A.rows; ++i) y[i] = (((y[i] + c0[i] * f0) + c1[i] * f1) + c2[i] * f2) + c3[i] * f3;
  }
}

NSDS_WIDE void multiply_wide(const DenseColumns& A, const double* x, double* y) {
  multiply(A, x, y);
}

NSDS_LOOP void multiply_both(const DenseColumns& A, const double* x, double* y, double* magnitude) {
  Bundle b{};
  for (std::size_t j = next_bundle(A, x, 0, b); j != 0; j = next_bundle(A, x, j, b)) {
    std::size_t i = 0;
    for (; i + 4 <= A.rows; i += 4) {
      Quad sum = quad(y + i).v, size = quad(magnitude + i).v;
      for (int k = 0; k < 4; ++k) {
        const Quad term = quad(b.column[k] + i).v * b.factor[k];
        sum += term;
        add_size(term, size);
      }
      quad(y + i).v = sum;
      quad(magnitude + i).v = size;
    }
    for (; i < A.rows; ++i) {
      for (int k = 0; k < 4; ++k) {
        const double term = b.column[k][i] * b.factor[k];
        y[i] += term;
        magnitude[i] += std::fabs(term);
      }
    }
  }
}

NSDS_WIDE void multiply_both_wide(const DenseColumns& A, const double* x, double* y, double* magnitude) {
  multiply_both(A, x, y, magnitude);
}

// Four maxima side by side, so that they vectorise; remains: 0 times every number, NaN where one is.
NSDS_LOOP double minima(const double* x, double alpha, const double* y, double beta, std::size_t count) {
  double largest[4] = {};
  double remains[4] = {};
  const auto look = [&](std::size_t i, std::size_t k) {
    const double a = x[i] * alpha;
    const double b = y[i] * beta;
    const double size = std::fabs(b < a ? b : a);
    largest[k] = largest[k] < size ? size : largest[k];
    remains[k] += 0.0 * a + 0.0 * b;
  };
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) look(i + k, k);
  for (; i < count; ++i) look(i, 0);
  const double result = std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
  const double rest = (remains[0] + remains[1]) + (remains[2] + remains[3]);
  return rest == 0.0 ? result : std::numeric_limits<double>::quiet_NaN();
}

NSDS_WIDE double minima_wide(const double* x, double alpha, const double* y, double beta, std::size_t count) {
  return minima(x, alpha, y, beta, count);
}

NSDS_LOOP double products(const double* x, const double* y, std::size_t count) {
  double largest[4] = {};
  const auto look = [&](std::size_t i, std::size_t k) {
    const double size = std::fabs(x[i] * y[i]);
    largest[k] = largest[k] < size ? size : largest[k];
  };
  std::size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (std::size_t k = 0; k < 4; ++k) look(i + k, k);
  for (; i < count; ++i) look(i, 0);
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

NSDS_WIDE double products_wide(const double* x, const double* y, std::size_t count) {
  return products(x, y, count);
}

// Inf and NaN are the numbers whose exponent has all bits set.
NSDS_LOOP bool finite(const double* x, std::size_t count) {
  constexpr std::uint64_t exponent = 0x7FF0000000000000ULL;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < count; ++i)
    found |= (std::bit_cast<std::uint64_t>(x[i]) & exponent) == exponent ? 1U : 0U;
  return found == 0;
}

NSDS_WIDE bool finite_wide(const double* x, std::size_t count) {
  return finite(x, count);
}

}  // namespace

void eliminate_column(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                      std::size_t fixed, const double* x) noexcept {
  if (has_wide()) return eliminate_wide(values, rows, stride, column, fixed, x);
  eliminate(values, rows, stride, column, fixed, x);
}

void add_columns(const DenseColumns& A, const double* x, double* y) noexcept {
  if (has_wide()) return multiply_wide(A, x, y);
  multiply(A, x, y);
}

void add_columns_and_magnitude(const DenseColumns& A, const double* x, double* y,
                               double* magnitude) noexcept {
  if (has_wide()) return multiply_both_wide(A, x, y, magnitude);
  multiply_both(A, x, y, magnitude);
}

double largest_minimum(const double* x, double alpha, const double* y, double beta,
                       std::size_t count) noexcept {
  return has_wide() ? minima_wide(x, alpha, y, beta, count) : minima(x, alpha, y, beta, count);
}

double largest_product(const double* x, const double* y, std::size_t count) noexcept {
  return has_wide() ? products_wide(x, y, count) : products(x, y, count);
}

// Four sums side by side.
double norm_2(std::span<const double> x) noexcept {
  double sums[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= x.size(); k += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[k + lane] * x[k + lane];
  for (; k < x.size(); ++k) sums[0] += x[k] * x[k];
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  return root_of_squares(sum, x.size(), [x](std::size_t i) { return x[i]; });
}

bool all_finite(const double* x, std::size_t count) noexcept {
  return has_wide() ? finite_wide(x, count) : finite(x, count);
}

}  // namespace nsds::numerics
