// W = H' M^-1 H by blocks of contacts, for an M with small diagonal blocks: two contacts share a block where
// they share a body.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "global_friction/mass/packed.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::global_friction {

// Tells which contacts touch each row of w, and where their values begin.
struct RowEntries {
  struct Entry {
    std::int32_t contact;
    std::int64_t at;
  };
  std::span<const std::int64_t> starts;  // (n + 1)
  std::span<const Entry> entries;
};

RowEntries entries_by_rows(const PackedBlocks& contacts, std::size_t size, Arena& arena);

// Blocks of W, counted without forming them; at most `limit` + 1, where counting ends.
std::int64_t count_delassus_blocks(const PackedBlocks& contacts, const RowEntries& rows, std::int64_t limit,
                                   Arena& arena);

// contacts: all of one width. Borrows the arena.
nsds_matrix form_delassus(const PackedBlocks& contacts, const RowEntries& rows, std::int64_t blocks,
                          Arena& arena);

}  // namespace nsds::numerics::global_friction
