// Islands of a square matrix: rows that entries tie to each other.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "core/disjoint_sets.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

// The number of the island of each row: (n).
inline std::span<const std::int32_t> islands_of(const nsds_matrix& K, Arena& arena) {
  const std::span<std::int32_t> island = arena.take<std::int32_t>(index(K.rows));
  const Arena::Mark mark = arena.mark();
  DisjointSets sets(island.size(), arena);
  for_each_entry(K, [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) sets.unite(i, j);
  });
  sets.number(island);
  arena.rewind(mark);
  return island;
}

}  // namespace nsds::numerics::affine
