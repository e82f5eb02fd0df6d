#include "convex_qp/residual/evaluation.hpp"

#include <algorithm>
#include <cmath>

#include "convex_qp/residual/findings.hpp"
#include "core/numbers.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {
namespace {

// A multiplier vanishes beside u where u has run away: above this the natural map is not known below its
// floor.
constexpr double visible = 1e-6;

}  // namespace

Evaluation::Evaluation(const ConvexQp& problem, Arena& arena)
    : problem_(problem),
      sums_(problem, arena),
      moved_(arena.take<double>(index(problem.m))),
      map_(arena.take<double>(index(problem.m))) {
  if (problem.by_blocks) blocks_.emplace(problem, arena);
}

void Evaluation::measure_stationarity(nsds_residual& residual) const {
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
