#include "nonlinear/differences.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {
namespace {

const double relative_step = std::sqrt(epsilon);

}  // namespace

std::size_t Pattern::entries() const {
  return starts == nullptr ? index(n) * index(n) : index(starts[n]);
}

// Greedy: a column joins the first group in which none of its rows is taken.
void Differences::group_columns(const Pattern& pattern, Arena& arena) {
  pattern_ = pattern;
  const std::size_t n = index(pattern.n);
  starts_ = arena.take<std::int32_t>(n + 1, 0);
  columns_ = arena.take<std::int32_t>(n);
  moved_ = arena.take<double>(n);
  moved_value_ = arena.take<double>(n);
  if (pattern.starts == nullptr) {
    for (std::size_t j = 0; j < n; ++j) {
      columns_[j] = static_cast<std::int32_t>(j);
      starts_[j + 1] = static_cast<std::int32_t>(j) + 1;
    }
    group_count_ = pattern.n;
    return;
  }
  const Arena::Mark mark = arena.mark();
  // The rows of the pattern, to find the columns that a column shares a row with.
  const std::size_t entries = pattern.entries();
  const std::span<std::int32_t> row_starts = arena.take<std::int32_t>(n + 1, 0);
  const std::span<std::int32_t> row_columns = arena.take<std::int32_t>(entries);
  for (std::size_t k = 0; k < entries; ++k) ++row_starts[index(pattern.rows[k]) + 1];
  for (std::size_t i = 0; i < n; ++i) row_starts[i + 1] += row_starts[i];
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(n);
  std::copy_n(row_starts.begin(), n, ends.begin());
  for (std::int32_t j = 0; j < pattern.n; ++j)
    for (std::int32_t k = pattern.starts[j]; k < pattern.starts[j + 1]; ++k)
      row_columns[index(ends[index(pattern.rows[k])]++)] = j;

  const std::span<std::int32_t> group_of = arena.take<std::int32_t>(n, -1);
  const std::span<std::int32_t> taken_by =
      arena.take<std::int32_t>(n + 1, -1);  // group -> the last column it was closed to
  group_count_ = 0;
  for (std::int32_t j = 0; j < pattern.n; ++j) {
    for (std::int32_t k = pattern.starts[j]; k < pattern.starts[j + 1]; ++k) {
      const std::size_t i = index(pattern.rows[k]);
      for (std::int32_t l = row_starts[i]; l < row_starts[i + 1]; ++l) {
        const std::int32_t group = group_of[index(row_columns[index(l)])];
        if (group >= 0) taken_by[index(group)] = j;
      }
    }
    std::int32_t group = 0;
    while (group < group_count_ && taken_by[index(group)] == j) ++group;
    group_of[index(j)] = group;
    group_count_ = std::max(group_count_, group + 1);
  }
  for (const std::int32_t group : group_of) ++starts_[index(group) + 1];
  for (std::size_t g = 0; g < n; ++g) starts_[g + 1] += starts_[g];
  std::copy_n(starts_.begin(), n, ends.begin());
  for (std::int32_t j = 0; j < pattern.n; ++j) columns_[index(ends[index(group_of[index(j)])]++)] = j;
  arena.rewind(mark);
}

// A column whose bounds leave it no room does not move, and its derivatives count as zero.
void Differences::set_step(std::size_t j, std::span<const double> at, std::span<const double> lower,
                           std::span<const double> upper) {
  const double wanted = relative_step * std::max(1.0, std::fabs(at[j]));
  const double above = upper[j] - at[j];
  const double below = at[j] - lower[j];
  if (above >= wanted) {
    moved_[j] = at[j] + wanted;
  } else if (below >= wanted) {
    moved_[j] = at[j] - wanted;
  } else {
    moved_[j] = above >= below ? upper[j] : lower[j];
  }
}

void Differences::write_column(std::int32_t j, std::span<const double> at, std::span<const double> b,
                               std::span<double> values) const {
  const std::size_t column = index(j);
  const double step = moved_[column] - at[column];  // what was added after rounding
  const double inverse = step == 0.0 ? 0.0 : 1.0 / step;
  if (pattern_.starts == nullptr) {
    for (std::size_t i = 0; i < b.size(); ++i)
      values[column * b.size() + i] = (moved_value_[i] - b[i]) * inverse;
    return;
  }
  for (std::int32_t k = pattern_.starts[j]; k < pattern_.starts[j + 1]; ++k) {
    const std::size_t i = index(pattern_.rows[k]);
    values[index(k)] = (moved_value_[i] - b[i]) * inverse;
  }
}

}  // namespace nsds::numerics::nonlinear
