// The residual block by block, where the caller has given no units (convex_qp.h states it).
#include <algorithm>
#include <cmath>

#include "convex_qp/problem.hpp"
#include "core/numbers.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::convex_qp {
namespace {

// Terms below this part of what they might be, times the number of unknowns, hold rounding alone.
constexpr double noise = 1e3 * epsilon;
constexpr double most_noise = 1e-9;
// A point has run away of which a block sees more rounding than this part of the data, or misses more than that.
constexpr double too_much_rounding = 1e-7;
constexpr double part_of_data = 1e-3;
constexpr double held = 1e-12;  // of its terms: a block that misses less is not asked

double ratio(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

// visit(i, j, value) for the entries of A, of the identity too.
template <class Visit>
void for_each_entry_of_map(const ConvexQp& problem, Visit&& visit) {
  if (problem.A != nullptr) {
    for_each_entry(*problem.A, visit);
    return;
  }
  for (std::int32_t i = 0; i < problem.m; ++i) visit(i, i, 1.0);
}

}  // namespace

// What the largest entries of z and xi might make in each row of stationarity, and the largest entries of rows of A.
void Evaluation::measure_sizes(double z_size, double xi_size) {
  std::fill(possible_.begin(), possible_.end(), 0.0);
  std::fill(size_A_.begin(), size_A_.end(), 0.0);
  for_each_entry(problem_.M, [&](std::int32_t i, std::int32_t, double value) {
    possible_[index(i)] = std::max(possible_[index(i)], std::fabs(value) * z_size);
  });
  for_each_entry_of_map(problem_, [&](std::int32_t i, std::int32_t j, double value) {
    possible_[index(j)] = std::max(possible_[index(j)], std::fabs(value) * xi_size);
    size_A_[index(i)] = std::max(size_A_[index(i)], std::fabs(value));
  });
}

// Chooses what rows are measured against: the largest of their sums of magnitudes, or what that might be where it holds
// rounding alone.
void Evaluation::choose_terms(const double* z, const double* xi) {
  const std::size_t n = index(problem_.n), m = index(problem_.m);
  const double z_size = largest_magnitude({z, n});
  measure_sizes(z_size, largest_magnitude({xi, m}));
  const double part = std::min(noise * static_cast<double>(n + m), most_noise);
  const auto unless_rounding = [part](double terms, double possible) {
    return terms < part * possible ? possible : terms;
  };
  for (std::size_t j = 0; j < n; ++j) terms_z_[j] = unless_rounding(terms_z_[j], possible_[j]);
  for (std::size_t i = 0; i < m; ++i) terms_u_[i] = unless_rounding(terms_u_[i], size_A_[i] * z_size);
}

// Stationarity, each row over its own terms.
void Evaluation::measure_stationarity_by_rows(nsds_residual& residual) {
  for (std::size_t j = 0; j < index(problem_.n); ++j) {
    const double defect = ratio(std::fabs(w_[j] - force_[j]), terms_z_[j]);
    residual.dual = std::max(residual.dual, defect);
    note(defect, static_cast<std::int32_t>(j), residual);
    residual.roundoff_floor =
        std::max(residual.roundoff_floor, epsilon * ratio(magnitude_z_[j], terms_z_[j]));
  }
}

// w_, force_ and u_, the sums of the magnitudes of their terms in magnitude_z_ and magnitude_u_, and the largest of the sums that
// belong together in terms_z_ and terms_u_.
void Evaluation::evaluate_sums(const double* z, const double* xi) {
  const std::size_t n = index(problem_.n), m = index(problem_.m);
  std::copy_n(problem_.q, n, w_.begin());
  std::fill(magnitude_z_.begin(), magnitude_z_.end(), 0.0);
  add_product_and_magnitude(problem_.M, z, w_.data(), magnitude_z_.data());
  for (std::size_t j = 0; j < n; ++j) terms_z_[j] = std::max(std::fabs(problem_.q[j]), magnitude_z_[j]);
  const std::span<double> sum = possible_;
  std::fill(sum.begin(), sum.end(), 0.0);
  std::fill(force_.begin(), force_.end(), 0.0);
  if (problem_.A != nullptr) {
    add_transposed_and_magnitude(*problem_.A, xi, force_.data(), sum.data());
  } else {
    for (std::size_t j = 0; j < n; ++j) sum[j] = std::fabs(force_[j] = xi[j]);
  }
  for (std::size_t j = 0; j < n; ++j) {
    terms_z_[j] = std::max(terms_z_[j], sum[j]);
    magnitude_z_[j] += sum[j] + std::fabs(problem_.q[j]);
  }
  evaluate_u(z);
  for (std::size_t i = 0; i < m; ++i)
    terms_u_[i] = std::max(std::fabs(problem_.offset(i)), magnitude_u_[i] - std::fabs(problem_.offset(i)));
}

// The size of xi that some row of stationarity sees, for each row of u; infinite where none has terms.
void Evaluation::measure_reach() {
  std::fill(unit_xi_.begin(), unit_xi_.end(), infinity);
  for_each_entry_of_map(problem_, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0 || terms_z_[index(j)] == 0.0) return;
    unit_xi_[index(i)] = std::min(unit_xi_[index(i)], terms_z_[index(j)] / std::fabs(value));
  });
}

// The finite bound that u_i is nearest to; zero where there is none.
double Evaluation::nearest_bound(std::size_t i) const {
  const double lower = problem_.set.lower[i], upper = problem_.set.upper[i];
  const double near = std::fabs(u_[i] - lower) < std::fabs(u_[i] - upper) ? lower : upper;
  return std::isfinite(near) ? near : 0.0;
}

// The largest offset or bound at hand, with rows of A in units of their largest entries.
double Evaluation::data_of_rows() const {
  double data = 0.0;
  for (std::size_t i = 0; i < index(problem_.m); ++i) {
    if (size_A_[i] == 0.0) continue;
    data = std::max(data, std::max(std::fabs(problem_.offset(i)), std::fabs(nearest_bound(i))) / size_A_[i]);
  }
  return data;
}

void Evaluation::measure_box_by_rows(const double* xi, nsds_residual& residual) {
  const ConvexSet& set = problem_.set;
  const double data = data_of_rows();
  for (std::size_t i = 0; i < index(problem_.m); ++i) {
    const auto where = problem_.n + static_cast<std::int32_t>(i);
    const double lower = set.lower[i], upper = set.upper[i];
    // A bound that u has come up to or passed is a term of its distance.
    const double near = nearest_bound(i);
    const double size = std::max(terms_u_[i], u_[i] <= lower || u_[i] >= upper ? std::fabs(near) : 0.0);
    const double outside = std::max({0.0, lower - u_[i], u_[i] - upper});
    residual.primal = std::max(residual.primal, ratio(outside, size));
    // In units of u_i and xi_i: u - mid(l, u - r, h) = mid(u - h, r, u - l), which rounds less.
    const double unit = size > 0.0 ? size : 1.0;
    const double map = std::fabs(
        std::clamp(xi[i] == 0.0 ? 0.0 : xi[i] / unit_xi_[i], (u_[i] - upper) / unit, (u_[i] - lower) / unit));
    note(map, where, residual);
    if (residual.primal < map) residual.complementarity = std::max(residual.complementarity, map);
    note_ray({outside, epsilon * magnitude_u_[i], size, data * size_A_[i]}, where, residual);
  }
}

void Evaluation::measure_block(const double* xi, nsds_residual& residual) {
  const std::size_t m = index(problem_.m);
  const ConvexSet& set = problem_.set;
  if (m == 0) return;
  // The data of the block are b and the point of C nearest to zero.
  std::fill(moved_.begin(), moved_.end(), 0.0);
  project(set, moved_.data(), map_.data());
  double data = set_norm(set, map_);
  for (std::size_t i = 0; i < m; ++i) map_[i] = problem_.offset(i);
  data = std::max(data, set_norm(set, map_));
  const double size = set_norm(set, terms_u_);
  const double unit = size > 0.0 ? size : data > 0.0 ? data : 1.0;

  project(set, u_.data(), map_.data());
  for (std::size_t i = 0; i < m; ++i) map_[i] -= u_[i];
  const double outside = set_norm(set, map_);
  residual.primal = ratio(outside, unit);

  // A multiplier that is larger than what rows notice is measured by itself: a longer one would magnify what its
  // direction rounds.
  double unit_xi = infinity;
  for (const double reach : unit_xi_) unit_xi = std::min(unit_xi, reach);
  unit_xi = std::max(unit_xi, set_norm(set, {xi, m}));
  const double rho = unit_xi < infinity ? unit / unit_xi : 0.0;
  for (std::size_t i = 0; i < m; ++i) moved_[i] = u_[i] - rho * xi[i];
  project(set, moved_.data(), map_.data());
  for (std::size_t i = 0; i < m; ++i) map_[i] -= u_[i];
  const double value = ratio(set_norm(set, map_), unit);
  residual.complementarity = residual.primal < value ? value : 0.0;
  note(value, problem_.n, residual);
  for (std::size_t i = 0; i < m; ++i) map_[i] = magnitude_u_[i] + rho * std::fabs(xi[i]);
  note_ray({outside, epsilon * set_norm(set, map_), unit, data}, problem_.n, residual);
}

// What is a large part of the data is no residual, however small it is beside the terms of a point that has run away.
void Evaluation::note_ray(const Reach& reach, std::int32_t where, nsds_residual& residual) const {
  residual.roundoff_floor = std::max(residual.roundoff_floor, ratio(reach.rounding, reach.size));
  if (reach.data == 0.0) return;
  if (reach.rounding > too_much_rounding * reach.data) note(reach.rounding / reach.data, where, residual);
  if (reach.outside > std::max(part_of_data * reach.data, held * reach.size))
    note(reach.outside / reach.data, where, residual);
}

void Evaluation::measure_by_blocks(const double* z, const double* xi, nsds_residual& residual) {
  evaluate_sums(z, xi);
  choose_terms(z, xi);
  measure_stationarity_by_rows(residual);
  measure_reach();
  problem_.set.is_box() ? measure_box_by_rows(xi, residual) : measure_block(xi, residual);
}

}  // namespace nsds::numerics::convex_qp
