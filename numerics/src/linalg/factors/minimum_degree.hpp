// Orders that keep factors sparse.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics {

// A symmetric pattern without its diagonal: row i has lengths[i] columns from columns[begins[i]] on.
struct AdjacencyLists {
  std::span<std::int32_t> begins, lengths;  // (n)
  std::span<std::int32_t> columns;          // room for room_for(entries, n) numbers
  std::int32_t used;                        // of them
};

// AMD wants a fifth more room than there are entries.
inline std::size_t room_for(std::size_t entries, std::size_t n) {
  return entries / 5 * 6 + 2 * n + 16;
}

// Approximate minimum degree [Amestoy, Davis, Duff 1996, SIAM J. Matrix Anal. 17] in memory of the arena,
// where amd_order would ask the system for it. order: (n) out. The lists are worth nothing afterwards.
void order_by_minimum_degree(const AdjacencyLists& lists, std::span<std::int32_t> order, Arena& arena);

}  // namespace nsds::numerics
