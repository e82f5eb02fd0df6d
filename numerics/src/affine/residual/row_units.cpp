#include "affine/residual/row_units.hpp"

#include <cmath>
#include <utility>

#include "core/disjoint_sets.hpp"
#include "linalg/scaling/geometric_means.hpp"

namespace nsds::numerics::affine {
namespace {

constexpr double noise_of_a_row = 1e3 * epsilon;  // times n, of what its terms might be
constexpr double most_noise = 1e-9;
constexpr double rounded_zero = 1e-12;  // a right-hand side, of the largest entry of its row

}  // namespace

RowUnits::RowUnits(std::size_t n, Arena& arena)
    : arena_(arena),
      noise_(std::min(noise_of_a_row * static_cast<double>(n), most_noise)),
      row_scale_(arena.take<double>(n)),
      col_scale_(arena.take<double>(n)),
      norm_(arena.take<double>(n)),
      group_(arena.take<std::int32_t>(2 * n)),
      right_(arena.take<double>(n)),
      at_bounds_(arena.take<double>(n)),
      largest_(arena.take<double>(2 * n)) {}

void RowUnits::find(const BoxProblem& problem) {
  if (std::exchange(found_, true)) return;
  primal_ = problem.primal;
  find_groups(problem.map.M);
  equilibrate_by_means(problem.map.M, row_scale_, col_scale_, arena_);
  find_right_hand_sides(problem.map);
  find_norms(problem.map.M);
}

// Numbers the connected parts of the graph of rows and columns, whose edges are the entries. A column without entries
// is in the part of the row of its diagonal.
void RowUnits::find_groups(const nsds_matrix& M) {
  const Arena::Mark mark = arena_.mark();
  const std::int32_t n = M.rows;
  DisjointSets sets(group_.size(), arena_);
  const std::span<unsigned char> has_entries = arena_.take<unsigned char>(index(n), 0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    if (value == 0.0) return;
    sets.unite(i, n + j);
    has_entries[index(j)] = 1;
  });
  for (std::int32_t j = 0; j < n; ++j)
    if (has_entries[index(j)] == 0) sets.unite(j, n + j);
  sets.number(group_);
  arena_.rewind(mark);
}

// A right-hand side of rounding says nothing of the size of a solution.
void RowUnits::find_right_hand_sides(const Problem& map) {
  const Arena::Mark mark = arena_.mark();
  const std::span<double> largest_entry = arena_.take<double>(norm_.size(), 0.0);
  for_each_entry(map.M, [&](std::int32_t i, std::int32_t, double value) {
    largest_entry[index(i)] = std::max(largest_entry[index(i)], std::fabs(value));
  });
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::int32_t i = 0; i < map.n; ++i) {
    const double right = std::fabs(map.q[i]);
    if (right <= rounded_zero * largest_entry[index(i)]) continue;
    double& largest = right_[group_of_row(i)];
    largest = std::max(largest, right * row_scale_[index(i)]);
  }
  arena_.rewind(mark);
}

void RowUnits::find_norms(const nsds_matrix& M) {
  std::fill(norm_.begin(), norm_.end(), 0.0);
  for_each_entry(M, [&](std::int32_t i, std::int32_t j, double value) {
    double& norm = norm_[index(i)];
    norm = std::max(norm, std::fabs(value) * col_scale_[index(j)]);
  });
}

void RowUnits::measure(const BoxProblem& problem, const double* z) {
  std::fill(largest_.begin(), largest_.end(), 0.0);
  std::fill(at_bounds_.begin(), at_bounds_.end(), 0.0);
  whole_ = 0.0;
  for (std::int32_t j = 0; j < problem.map.n; ++j) {
    whole_ = std::max(whole_, std::fabs(z[j]));
    const std::size_t group = group_of_column(j);
    const double size = std::fabs(z[j]) / col_scale_[index(j)];
    double& largest = largest_[j < primal_ ? group : norm_.size() + group];
    largest = std::max(largest, size);
    if (z[j] == problem.lower[j] || z[j] == problem.upper[j])
      at_bounds_[group] = std::max(at_bounds_[group], size);
  }
}

double RowUnits::rounding(std::int32_t i) const {
  return epsilon * size_of_point(i) / data(group_of_row(i));
}

}  // namespace nsds::numerics::affine
