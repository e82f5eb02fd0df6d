// A square sparse matrix that is the sum of parts, whose entries have fixed places.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/export.h"

namespace nsds::numerics::nonlinear {

class NSDS_NUMERICS_API Assembly {
 public:
  // walk(visit): calls visit(row, column, value) for every entry of every part, always in the same order. Two entries may have
  // the same place. A matrix without any has arrays that are not null all the same.
  template <class Walk>
  Assembly(std::size_t size, const Walk& walk, Arena& arena) {
    std::size_t count = 0;
    walk([&count](std::size_t, std::size_t, double) { ++count; });
    begin(size, count, arena);
    const Arena::Mark mark = arena.mark();
    const Entries visited{arena.take<std::int32_t>(count), arena.take<std::int32_t>(count)};
    std::size_t k = 0;
    walk([&visited, &k](std::size_t row, std::size_t column, double) {
      visited.rows[k] = static_cast<std::int32_t>(row);
      visited.columns[k++] = static_cast<std::int32_t>(column);
    });
    find_places(visited, arena);
    arena.rewind(mark);
  }

  std::span<const std::int32_t> starts() const { return starts_; }  // (size + 1)
  std::span<const std::int32_t> rows() const { return rows_; }
  std::size_t entries() const { return static_cast<std::size_t>(starts_.back()); }

  // values: the entries of the matrix, out.
  template <class Walk>
  void write(const Walk& walk, std::span<double> values) const {
    for (double& value : values) value = 0.0;
    const std::int32_t* place = places_.data();
    walk(
        [&](std::size_t, std::size_t, double value) { values[static_cast<std::size_t>(*place++)] += value; });
  }

 private:
  struct Entries {
    std::span<std::int32_t> rows, columns;  // of each visited entry
  };

  void begin(std::size_t size, std::size_t count, Arena& arena);
  // Leaves scratch in the arena.
  void find_places(const Entries& visited, Arena& arena);

  std::span<std::int32_t> starts_, rows_;
  std::span<std::int32_t> places_;  // of each visited entry
};

}  // namespace nsds::numerics::nonlinear
