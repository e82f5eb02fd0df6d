// Blocks by contacts out of a sparse matrix: compressed columns, or blocks that are not those of the
// contacts.
#pragma once

#include "friction/islands/contact_blocks.hpp"

namespace nsds::numerics::friction {

// Finds the blocks that have an entry other than zero, gathered in new memory. W_ij may be there without
// W_ji.
ContactBlocks gathered_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena);

}  // namespace nsds::numerics::friction
