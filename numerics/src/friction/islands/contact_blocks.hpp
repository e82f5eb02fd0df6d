// Gives the Delassus matrix by contacts: its blocks, however it is stored.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::friction {

// Tells where blocks are: columns of a block are `leading` numbers apart.
struct BlockValues {
  const double* values;
  std::size_t leading;
};

// The d x d blocks of W by rows, each column-major. The pattern is symmetric and has all of the
// diagonal: where W has only W_ij, or no W_ii, the block that is missing has no values.
struct ContactBlocks {
  static constexpr std::int64_t no_values = -1;

  std::int32_t contacts;
  std::span<const std::int32_t> row_starts;  // (contacts + 1)
  std::span<const std::int32_t> columns;     // (blocks), increasing within a row
  std::span<const std::int64_t> at;          // (blocks): where a block begins in values
  BlockValues values;
};

// Tells whether W is by blocks whose rows and columns are the contacts. Then the blocks are those of W.
bool is_by_contacts(std::int32_t d, std::int32_t contacts, const nsds_matrix& W);

// W is not an operator and has d rows a contact. Blocks of zeros in a dense matrix are left out.
ContactBlocks contact_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena);

// Only those that W has, whatever its pattern is.
ContactBlocks stored_blocks(std::int32_t d, std::int32_t contacts, const nsds_matrix& W, Arena& arena);

}  // namespace nsds::numerics::friction
