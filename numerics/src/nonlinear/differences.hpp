// Jacobians by differences: columns that have no row in common are moved together [Curtis, Powell, Reid 1974, J. Inst.
// Math. Appl. 13].
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics::nonlinear {

// The entries of a Jacobian column by column. starts: (n + 1), null: every column is full.
struct NSDS_NUMERICS_API Pattern {
  std::int32_t n;
  const std::int32_t* starts;
  const std::int32_t* rows;

  std::size_t entries() const;
  // Calls visit(k, i, j) for entry k, which stands in row i of column j.
  template <class Visit>
  void for_each(const Visit& visit) const {
    std::size_t k = 0;
    for (std::int32_t j = 0; j < n; ++j) {
      const std::int32_t first = starts == nullptr ? 0 : starts[j],
                         last = starts == nullptr ? n : starts[j + 1];
      for (std::int32_t l = first; l < last; ++l)
        visit(k++, static_cast<std::size_t>(starts == nullptr ? l : rows[l]), static_cast<std::size_t>(j));
    }
  }
};

// Groups of columns. Nothing is taken of the arena but in group_columns.
class NSDS_NUMERICS_API Differences {
 public:
  // Cost: the sum over rows of the square of their entries, at most.
  void group_columns(const Pattern& pattern, Arena& arena);

  std::int32_t group_count() const { return group_count_; }

  // evaluate(a, b): false outside the domain. at: (n), b: (n) its value; lower, upper: (n). values: (entries) out. A column
  // steps to the side that is within the bounds; where that is outside the domain each of its columns is tried alone to
  // either side. False: some column has no point beside it in the domain.
  template <class Evaluate>
  bool operator()(const Evaluate& evaluate, std::span<const double> at, std::span<const double> b,
                  std::span<const double> lower, std::span<const double> upper, std::span<double> values);

 private:
  void set_step(std::size_t j, std::span<const double> at, std::span<const double> lower,
                std::span<const double> upper);
  void write_column(std::int32_t j, std::span<const double> at, std::span<const double> b,
                    std::span<double> values) const;
  template <class Evaluate>
  bool column_alone(const Evaluate& evaluate, std::int32_t j, std::span<const double> at,
                    std::span<const double> b, std::span<double> values);

  Pattern pattern_{};
  std::int32_t group_count_ = 0;
  std::span<std::int32_t> starts_, columns_;  // of the groups
  std::span<double> moved_, moved_value_;
};

template <class Evaluate>
bool Differences::operator()(const Evaluate& evaluate, std::span<const double> at, std::span<const double> b,
                             std::span<const double> lower, std::span<const double> upper,
                             std::span<double> values) {
  std::copy(at.begin(), at.end(), moved_.begin());
  for (std::int32_t group = 0; group < group_count_; ++group) {
    const auto first = static_cast<std::size_t>(starts_[static_cast<std::size_t>(group)]);
    const auto last = static_cast<std::size_t>(starts_[static_cast<std::size_t>(group) + 1]);
    const std::span<const std::int32_t> columns = columns_.subspan(first, last - first);
    for (const std::int32_t j : columns) set_step(static_cast<std::size_t>(j), at, lower, upper);
    bool known = evaluate(moved_, moved_value_);
    for (const std::int32_t j : columns)
      if (known) write_column(j, at, b, values);
    for (const std::int32_t j : columns)
      moved_[static_cast<std::size_t>(j)] = at[static_cast<std::size_t>(j)];
    if (known) continue;
    for (const std::int32_t j : columns) {
      set_step(static_cast<std::size_t>(j), at, lower, upper);
      known = column_alone(evaluate, j, at, b, values);
      moved_[static_cast<std::size_t>(j)] = at[static_cast<std::size_t>(j)];
      if (!known) return false;
    }
  }
  return true;
}

// The step that is set is tried, the other side, and shorter ones.
template <class Evaluate>
bool Differences::column_alone(const Evaluate& evaluate, std::int32_t j, std::span<const double> at,
                               std::span<const double> b, std::span<double> values) {
  const auto column = static_cast<std::size_t>(j);
  double step = moved_[column] - at[column];
  for (int trial = 0; trial < 8; ++trial) {
    moved_[column] = at[column] + step;
    if (evaluate(moved_, moved_value_)) {
      write_column(j, at, b, values);
      return true;
    }
    step *= trial % 2 == 0 ? -1.0 : -0.1;
  }
  return false;
}

}  // namespace nsds::numerics::nonlinear
