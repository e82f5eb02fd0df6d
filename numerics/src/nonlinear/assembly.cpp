#include "nonlinear/assembly.hpp"

#include <limits>
#include <numeric>
#include <stdexcept>

#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {
namespace {

void sum_up(std::span<std::int32_t> starts) {
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
}

// Sorts entries by keys < size, and keeps the order of those with the same key.
std::span<std::int32_t> sorted_by(std::span<const std::int32_t> keys, std::span<const std::int32_t> entries,
                                  std::size_t size, Arena& arena) {
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(size + 1, 0);
  const std::span<std::int32_t> sorted = arena.take<std::int32_t>(entries.size());
  for (const std::int32_t key : keys) ++ends[index(key) + 1];
  sum_up(ends);
  for (const std::int32_t k : entries) sorted[index(ends[index(keys[index(k)])]++)] = k;
  return sorted;
}

}  // namespace

void Assembly::begin(std::size_t size, std::size_t count, Arena& arena) {
  if (count >= index(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("the Jacobian of the conditions");
  starts_ = arena.take<std::int32_t>(size + 1, 0);
  rows_ = arena.take<std::int32_t>(count + 1);
  places_ = arena.take<std::int32_t>(count);
}

// Entries are sorted by rows, then by columns; those of one place become neighbours.
void Assembly::find_places(const Entries& visited, Arena& arena) {
  const std::size_t size = starts_.size() - 1;
  std::iota(places_.begin(), places_.end(), 0);
  const std::span<const std::int32_t> by_rows = sorted_by(visited.rows, places_, size, arena);
  std::int32_t count = 0, last_row = -1, last_column = -1;
  for (const std::int32_t k : sorted_by(visited.columns, by_rows, size, arena)) {
    const std::int32_t row = visited.rows[index(k)], column = visited.columns[index(k)];
    if (row != last_row || column != last_column) {
      rows_[index(count++)] = row;
      ++starts_[index(column) + 1];
    }
    places_[index(k)] = count - 1;
    last_row = row;
    last_column = column;
  }
  sum_up(starts_);
}

}  // namespace nsds::numerics::nonlinear
