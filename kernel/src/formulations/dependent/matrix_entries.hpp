// Visits the entries of the matrices that islands have, without memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

/// visit(row, column, value) for the stored entries of a dense matrix or of one in blocks.
template <class Visit>
void forEachEntry(const nsds_matrix& matrix, const Visit& visit) {
  if (matrix.storage == NSDS_DENSE) {
    for (std::int32_t j = 0; j < matrix.cols; ++j)
      for (std::int32_t i = 0; i < matrix.rows; ++i)
        visit(i, j,
              matrix.as.dense.values[static_cast<std::ptrdiff_t>(j) * matrix.as.dense.leading_dimension + i]);
    return;
  }
  const nsds_bsr_arrays& blocks = matrix.as.bsr;
  for (std::int32_t a = 0; a < blocks.block_rows; ++a)
    for (std::int32_t k = blocks.row_starts[a]; k < blocks.row_starts[a + 1]; ++k) {
      const std::int32_t b = blocks.block_columns[k];
      const double* value = blocks.values + blocks.value_starts[k];
      for (std::int32_t j = blocks.col_offsets[b]; j < blocks.col_offsets[b + 1]; ++j)
        for (std::int32_t i = blocks.row_offsets[a]; i < blocks.row_offsets[a + 1]; ++i)
          visit(i, j, *value++);
    }
}

/// place: (rows) out, where a row stands among those chosen, -1 where it is not.
inline void placesOf(const std::vector<Index>& chosen, std::int32_t rows, std::vector<std::int32_t>& place) {
  place.assign(static_cast<std::size_t>(rows), -1);
  for (std::size_t k = 0; k < chosen.size(); ++k)
    place[static_cast<std::size_t>(chosen[k])] = static_cast<std::int32_t>(k);
}

}  // namespace nsds
