// Blocks by contacts out of a dense matrix, most of which may be zero.
#pragma once

#include "friction/islands/contact_blocks.hpp"

namespace nsds::numerics::friction {

// Finds the blocks that have an entry other than zero, where they are. W_ij may be there without W_ji.
ContactBlocks dense_blocks(std::int32_t d, std::int32_t contacts, const nsds_dense_arrays& W, Arena& arena);

}  // namespace nsds::numerics::friction
