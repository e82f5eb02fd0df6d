#include "convex_qp/problem.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

void add_transposed(const nsds_matrix& A, const double* x, double* y) {
  const auto column_sum = [&](const double* column) {
    double sums[4] = {0.0, 0.0, 0.0, 0.0};  // four chains of additions run side by side
    std::int32_t i = 0;
    for (; i + 4 <= A.rows; i += 4)
      for (int k = 0; k < 4; ++k) sums[k] += column[i + k] * x[i + k];
    for (; i < A.rows; ++i) sums[0] += column[i] * x[i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  };
  if (A.storage == NSDS_DENSE && A.rows > 0) {
    for (std::int32_t j = 0; j < A.cols; ++j)
      y[j] += column_sum(A.as.dense.values + static_cast<std::ptrdiff_t>(j) * A.as.dense.leading_dimension);
    return;
  }
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) { y[j] += value * x[i]; });
}

}  // namespace

void gradient(const ConvexQp& problem, const double* z, double* w) {
  std::copy_n(problem.q, problem.n, w);
  add_product(problem.M, 1.0, z, w);
}

void multiply_A(const ConvexQp& problem, const double* x, double* y) {
  if (problem.A == nullptr) {
    std::copy_n(x, problem.m, y);
    return;
  }
  std::fill_n(y, problem.m, 0.0);
  add_product(*problem.A, 1.0, x, y);
}

void multiply_A_transposed(const ConvexQp& problem, const double* x, double* y) {
  if (problem.A == nullptr) {
    std::copy_n(x, problem.n, y);
    return;
  }
  std::fill_n(y, problem.n, 0.0);
  add_transposed(*problem.A, x, y);
}

void project_unknowns(const ConvexQp& problem, const double* x, double* z, double* scratch) {
  const std::size_t n = index(problem.n);
  for (std::size_t i = 0; i < n; ++i) scratch[i] = x[i] + problem.offset(i);
  project(problem.set, scratch, z);
  if (problem.b == nullptr) return;
  for (std::size_t i = 0; i < n; ++i) z[i] -= problem.b[i];
}

double set_norm(const ConvexSet& set, std::span<const double> x) {
  double largest = 0.0;
  for (const double value : x) {
    if (std::isnan(value)) return value;
    largest = std::max(largest, std::fabs(value));
  }
  if (set.is_box() || largest == 0.0 || largest == infinity) return largest;
  double sum = 0.0;
  for (const double value : x) sum += (value / largest) * (value / largest);
  return largest * std::sqrt(sum);
}

}  // namespace nsds::numerics::convex_qp
