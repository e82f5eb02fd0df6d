// The order in which contacts are worked on: island by island, colour by colour. Contacts of one colour share
// no block, so that they can be updated in any order, or at once, with the same result.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/contact_blocks.hpp"

namespace nsds::numerics {

struct ContactOrder {
  std::span<const std::int32_t> contacts;       // (contacts): which contact is k-th
  std::span<const std::int32_t> island_starts;  // (islands + 1): into contacts
};

ContactOrder contact_order(const ContactBlocks& blocks, Arena& arena);

}  // namespace nsds::numerics
