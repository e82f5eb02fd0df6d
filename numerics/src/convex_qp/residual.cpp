#include <algorithm>
#include <cmath>

#include "convex_qp/evaluation.hpp"
#include "convex_qp/findings.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

// A multiplier vanishes beside u where u has run away: above this the natural map is not known below its
// floor.
constexpr double visible = 1e-6;

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

Evaluation::Evaluation(const ConvexQp& problem, Arena& arena)
    : problem_(problem),
      sums_(problem, arena),
      moved_(arena.take<double>(index(problem.m))),
      map_(arena.take<double>(index(problem.m))) {
  if (problem.by_blocks) blocks_.emplace(problem, arena);
}

void Evaluation::measure_stationarity(nsds_residual& residual) {
  for (std::size_t j = 0; j < index(problem_.n); ++j) {
    const double defect = std::fabs(sums_.w[j] - sums_.force[j]) / problem_.s_w;
    const double terms = std::fabs(problem_.q[j]) + sums_.gradient[j] + sums_.constraints[j];
    residual.dual = std::max(residual.dual, defect);
    note(defect, static_cast<std::int32_t>(j), residual);
    residual.roundoff_floor = std::max(residual.roundoff_floor, terms * (epsilon / problem_.s_w));
  }
}

void Evaluation::measure_natural_map(const double* xi, nsds_residual& residual) {
  const std::size_t m = index(problem_.m);
  const ConvexSet& set = problem_.set;
  const std::span<const double> u = sums_.u;
  const double rho = problem_.s_u / problem_.s_xi;
  // The primal part is the distance of u from the set.
  project(set, u.data(), map_.data());
  for (std::size_t i = 0; i < m; ++i) map_[i] -= u[i];
  residual.primal = set_norm(set, map_) / problem_.s_u;

  // Behind a projector and above a rounding that is visible, the natural map is no less than that.
  for (std::size_t i = 0; i < m; ++i)
    moved_[i] = std::fabs(problem_.offset(i)) + sums_.map[i] + rho * std::fabs(xi[i]);
  const double floor = set_norm(set, moved_) * (epsilon / problem_.s_u);
  // The natural map is u − P(u − ρ ξ).
  for (std::size_t i = 0; i < m; ++i) moved_[i] = u[i] - rho * xi[i];
  double value = 0.0;
  std::int32_t row = 0;
  if (set.is_box()) {
    for (std::size_t i = 0; i < m; ++i) {
      // u - mid(l, u - r, h) = mid(u - h, r, u - l), which rounds less
      map_[i] = std::clamp(rho * xi[i], u[i] - set.upper[i], u[i] - set.lower[i]);
      if (std::fabs(map_[i]) > std::fabs(map_[index(row)])) row = static_cast<std::int32_t>(i);
    }
    value = set_norm(set, map_) / problem_.s_u;
  } else {
    project(set, moved_.data(), map_.data());
    for (std::size_t i = 0; i < m; ++i) map_[i] -= u[i];
    value = set_norm(set, map_) / problem_.s_u;
    if (floor > visible) value = std::max(value, floor);
  }
  residual.roundoff_floor = std::max(residual.roundoff_floor, floor);
  residual.complementarity = residual.primal < value ? value : 0.0;
  note(value, problem_.n + row, residual);
}

nsds_residual Evaluation::operator()(const double* z, const double* xi) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (problem_.n + problem_.m > 0) residual.worst = 0;
  sums_.evaluate(problem_, z, xi);
  if (blocks_) {
    blocks_->measure(z, xi, sums_, residual);
  } else {
    measure_stationarity(residual);
    measure_natural_map(xi, residual);
  }
  const auto is_finite = [](std::span<const double> x) { return all_finite(x.data(), x.size()); };
  const bool finite = is_finite({z, index(problem_.n)}) && is_finite({xi, index(problem_.m)}) &&
                      is_finite(sums_.w) && is_finite(sums_.force) && is_finite(sums_.u) &&
                      std::isfinite(residual.value);
  if (!finite) {
    residual.value = infinity;
    for (double* part : {&residual.primal, &residual.dual, &residual.complementarity})
      if (std::isnan(*part)) *part = infinity;
    if (std::isnan(residual.roundoff_floor)) residual.roundoff_floor = infinity;
  }
  return residual;
}

}  // namespace nsds::numerics::convex_qp
