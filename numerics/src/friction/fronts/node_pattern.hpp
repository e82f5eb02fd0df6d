// Finds which blocks the matrix of an island has by nodes of velocities: two nodes share one where a contact
// touches both.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::friction {

struct NodePattern {
  // The blocks beside the diagonal, by rows, increasing.
  std::span<const std::int32_t> starts, columns;  // (nodes + 1), (blocks)
  // A contact with k nodes has k² places of their blocks, row by row: those beside the diagonal as they are,
  // n on the diagonal as ~n.
  std::span<const std::int32_t> place_starts, places;  // (contacts + 1), (places)
};

// The nodes of contact c are node_of[touch_starts[c]] to node_of[touch_starts[c + 1]], each once, of so many
// nodes in all.
NodePattern node_pattern(std::span<const std::int32_t> touch_starts, std::span<const std::int32_t> node_of,
                         std::size_t nodes, Arena& arena);

}  // namespace nsds::numerics::friction
