// The velocities of bodies in nodes of three, and the contacts by blocks of them.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/islands/velocity_blocks.hpp"
#include "global_friction/mass/packed.hpp"

namespace nsds::numerics::global_friction {

// Rows of w: three neighbouring ones of a block of M, or three neighbouring blocks of one row, as are those
// of a body whose M is diagonal.
struct Nodes {
  std::span<std::int32_t> of, place;  // (n): the node of a row, and its place in it, by position in `order`
  std::int32_t count = 0;
};

// Numbers nodes in the order of the blocks.
Nodes number_nodes(const MassBlocks& blocks, Arena& arena);

// contacts: all of one width. blocks: of a symmetric M.
friction::VelocityBlocks velocity_blocks(const PackedBlocks& contacts, const MassBlocks& blocks,
                                         Arena& arena);

}  // namespace nsds::numerics::global_friction
