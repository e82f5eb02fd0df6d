// The velocities of bodies in nodes of three, and the contacts by blocks of them.
#pragma once

#include "core/arena.hpp"
#include "friction/velocity_blocks.hpp"
#include "global_friction/packed.hpp"

namespace nsds::numerics {

// contacts: all of one width. blocks: of a symmetric M.
VelocityBlocks velocity_blocks(const PackedBlocks& contacts, const MassBlocks& blocks, Arena& arena);

}  // namespace nsds::numerics
