// The order in which contacts are worked on: island by island, small ones first, colour by colour. Contacts
// of one colour share no block: the update of one does not wait for that of the one before.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "friction/islands/contact_blocks.hpp"

namespace nsds::numerics::friction {

struct ContactOrder {
  std::span<const std::int32_t> contacts;       // (contacts): which contact is k-th
  std::span<const std::int32_t> island_starts;  // (islands + 1): into contacts
};

ContactOrder contact_order(const ContactBlocks& blocks, Arena& arena);

}  // namespace nsds::numerics::friction
