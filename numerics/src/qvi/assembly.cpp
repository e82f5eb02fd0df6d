#include "qvi/assembly.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "linalg/entries.hpp"

namespace nsds::numerics::qvi {

void Assembly::begin(std::size_t count, Arena& arena) {
  if (count >= index(std::numeric_limits<std::int32_t>::max()))
    throw std::length_error("the Jacobian of the conditions");
  starts_ = arena.take<std::int32_t>(columns_ + 1, 0);
  rows_ = arena.take<std::int32_t>(count + 1);
  places_ = arena.take<std::int32_t>(count);
}

// Entries are sorted by columns, then by rows within each; those of one place become neighbours.
void Assembly::find_places(const Entries& visited, Arena& arena) {
  const std::span<std::int32_t> sorted = arena.take<std::int32_t>(places_.size());
  const std::span<std::int32_t> ends = arena.take<std::int32_t>(columns_ + 1);
  for (const std::int32_t column : visited.columns) ++starts_[index(column) + 1];
  for (std::size_t j = 0; j < columns_; ++j) starts_[j + 1] += starts_[j];
  std::copy(starts_.begin(), starts_.end(), ends.begin());
  for (std::size_t k = 0; k < places_.size(); ++k)
    sorted[index(ends[index(visited.columns[k])]++)] = static_cast<std::int32_t>(k);

  std::int32_t end = 0;
  for (std::size_t j = 0; j < columns_; ++j) {
    const std::span<std::int32_t> column =
        sorted.subspan(index(starts_[j]), index(starts_[j + 1] - starts_[j]));
    std::sort(column.begin(), column.end(), [&visited](std::int32_t k, std::int32_t l) {
      return visited.rows[index(k)] < visited.rows[index(l)];
    });
    starts_[j] = end;
    for (const std::int32_t k : column) {
      const std::int32_t row = visited.rows[index(k)];
      if (end == starts_[j] || rows_[index(end) - 1] != row) rows_[index(end++)] = row;
      places_[index(k)] = end - 1;
    }
  }
  starts_[columns_] = end;
}

}  // namespace nsds::numerics::qvi
