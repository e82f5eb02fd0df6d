#include "convex_qp/residual/block_residual.hpp"

#include <algorithm>
#include <cmath>

#include "affine/residual/row_units.hpp"
#include "convex_qp/residual/findings.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::convex_qp {
namespace {

// How far a block is outside, what it sees of rounding, and the sizes of its terms and of the data in its units.
struct Defect {
  double outside, rounding, terms, data;
};

// What is a large part of the data is no residual, however small it is beside the terms of a point that has run away.
void note_ray(const Defect& defect, std::int32_t where, nsds_residual& residual) {
  residual.roundoff_floor = std::max(residual.roundoff_floor, ratio(defect.rounding, defect.terms));
  if (defect.data == 0.0) return;
  if (defect.rounding > affine::too_much_rounding * defect.data)
    note(defect.rounding / defect.data, where, residual);
  if (defect.outside > std::max(affine::large_part_of_data * defect.data, affine::held * defect.terms))
    note(defect.outside / defect.data, where, residual);
}

}  // namespace

BlockResidual::BlockResidual(const ConvexQp& problem, Arena& arena)
    : problem_(problem),
      units_(problem, arena),
      size_A_(arena.take<double>(index(problem.m), 0.0)),
      terms_z_(arena.take<double>(index(problem.n))),
      terms_u_(arena.take<double>(size_A_.size())),
      unit_xi_(arena.take<double>(size_A_.size())),
      moved_(arena.take<double>(size_A_.size())),
      change_(arena.take<double>(size_A_.size())) {
  for_each_entry_of_map(problem, [&](std::int32_t i, std::int32_t, double value) {
    size_A_[index(i)] = std::max(size_A_[index(i)], std::fabs(value));
  });
}

void BlockResidual::measure(const double* z, const double* xi, const Sums& sums, nsds_residual& residual) {
  choose_terms(z, xi, sums);
  measure_stationarity(sums, residual);
  find_units_of_xi();
  problem_.set.is_box() ? measure_box(xi, sums, residual) : measure_block(xi, sums, residual);
}

// The largest of the sums that make up a row.
void BlockResidual::choose_terms(const double* z, const double* xi, const Sums& sums) {
  units_.measure(z, xi);
  for (std::size_t j = 0; j < terms_z_.size(); ++j)
    terms_z_[j] =
        units_.stationarity(j, std::max({std::fabs(problem_.q[j]), sums.gradient[j], sums.constraints[j]}));
  for (std::size_t i = 0; i < terms_u_.size(); ++i)
    terms_u_[i] = units_.image(i, std::max(std::fabs(problem_.offset(i)), sums.map[i]));
}

void BlockResidual::measure_stationarity(const Sums& sums, nsds_residual& residual) const {
  for (std::size_t j = 0; j < terms_z_.size(); ++j) {
    const double defect = ratio(std::fabs(sums.w[j] - sums.force[j]), terms_z_[j]);
    const double terms = std::fabs(problem_.q[j]) + sums.gradient[j] + sums.constraints[j];
    residual.dual = std::max(residual.dual, defect);
    note(defect, static_cast<std::int32_t>(j), residual);
    residual.roundoff_floor = std::max(residual.roundoff_floor, epsilon * ratio(terms, terms_z_[j]));
  }
}

// Infinite where no row has terms.
void BlockResidual::find_units_of_xi() {
  std::fill(unit_xi_.begin(), unit_xi_.end(), infinity);
  for_each_entry_of_map(problem_, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0 || terms_z_[index(j)] == 0.0) return;
    unit_xi_[index(i)] = std::min(unit_xi_[index(i)], terms_z_[index(j)] / std::fabs(value));
  });
}

// The finite bound that u_i is nearest to; zero where there is none.
double BlockResidual::nearest_bound(const Sums& sums, std::size_t i) const {
  const double lower = problem_.set.lower[i], upper = problem_.set.upper[i];
  const double near = std::fabs(sums.u[i] - lower) < std::fabs(sums.u[i] - upper) ? lower : upper;
  return std::isfinite(near) ? near : 0.0;
}

// The largest offset or bound at hand, with rows of A in units of their largest entries.
double BlockResidual::data_of_rows(const Sums& sums) const {
  double data = 0.0;
  for (std::size_t i = 0; i < size_A_.size(); ++i) {
    if (size_A_[i] == 0.0) continue;
    const double own = std::max(std::fabs(problem_.offset(i)), std::fabs(nearest_bound(sums, i)));
    data = std::max(data, own / size_A_[i]);
  }
  return data;
}

void BlockResidual::measure_box(const double* xi, const Sums& sums, nsds_residual& residual) const {
  const double data = data_of_rows(sums);
  for (std::size_t i = 0; i < terms_u_.size(); ++i) {
    const auto where = problem_.n + static_cast<std::int32_t>(i);
    const double u = sums.u[i], lower = problem_.set.lower[i], upper = problem_.set.upper[i];
    // A bound that u has come up to or passed is a term of its distance.
    const double near = u <= lower || u >= upper ? std::fabs(nearest_bound(sums, i)) : 0.0;
    const double terms = std::max(terms_u_[i], near);
    const double outside = std::max({0.0, lower - u, u - upper});
    residual.primal = std::max(residual.primal, ratio(outside, terms));
    // In units of u_i and xi_i: u - mid(l, u - r, h) = mid(u - h, r, u - l), which rounds less.
    const double unit = terms > 0.0 ? terms : 1.0;
    const double map =
        std::fabs(std::clamp(ratio(xi[i], unit_xi_[i]), (u - upper) / unit, (u - lower) / unit));
    note(map, where, residual);
    if (residual.primal < map) residual.complementarity = std::max(residual.complementarity, map);
    const double sum = std::fabs(problem_.offset(i)) + sums.map[i];
    note_ray({outside, epsilon * sum, terms, data * size_A_[i]}, where, residual);
  }
}

// b and the point of C nearest to zero.
double BlockResidual::data_of_block() {
  std::fill(moved_.begin(), moved_.end(), 0.0);
  project(problem_.set, moved_.data(), change_.data());
  for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] = problem_.offset(i);
  return std::max(set_norm(problem_.set, change_), set_norm(problem_.set, moved_));
}

void BlockResidual::measure_block(const double* xi, const Sums& sums, nsds_residual& residual) {
  const std::size_t m = terms_u_.size();
  const ConvexSet& set = problem_.set;
  if (m == 0) return;
  const double data = data_of_block();
  const double terms = set_norm(set, terms_u_);
  const double unit = terms > 0.0 ? terms : data > 0.0 ? data : 1.0;

  project(set, sums.u.data(), change_.data());
  for (std::size_t i = 0; i < m; ++i) change_[i] -= sums.u[i];
  const double outside = set_norm(set, change_);
  residual.primal = ratio(outside, unit);

  // A multiplier that is larger than what rows notice is measured by itself: a longer step would magnify what its
  // direction rounds.
  const double unit_xi =
      std::max(*std::min_element(unit_xi_.begin(), unit_xi_.end()), set_norm(set, {xi, m}));
  const double rho = unit_xi < infinity ? unit / unit_xi : 0.0;
  for (std::size_t i = 0; i < m; ++i) moved_[i] = sums.u[i] - rho * xi[i];
  project(set, moved_.data(), change_.data());
  for (std::size_t i = 0; i < m; ++i) change_[i] -= sums.u[i];
  const double value = ratio(set_norm(set, change_), unit);
  residual.complementarity = residual.primal < value ? value : 0.0;
  note(value, problem_.n, residual);
  for (std::size_t i = 0; i < m; ++i)
    change_[i] = std::fabs(problem_.offset(i)) + sums.map[i] + rho * std::fabs(xi[i]);
  note_ray({outside, epsilon * set_norm(set, change_), unit, data}, problem_.n, residual);
}

}  // namespace nsds::numerics::convex_qp
