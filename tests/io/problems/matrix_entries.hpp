// Expands a matrix of any storage, so that different storages can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "nsds/numerics/matrix.h"

namespace nsds::test {

/// (rows x cols), column-major, by products with the unit vectors.
inline std::vector<double> entries(const nsds_matrix& matrix) {
  std::vector<double> values(static_cast<std::size_t>(matrix.rows) * static_cast<std::size_t>(matrix.cols));
  std::vector<double> unit(static_cast<std::size_t>(matrix.cols), 0.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    unit[j] = 1.0;
    nsds_matrix_multiply(&matrix, 1.0, unit.data(), 0.0,
                         values.data() + j * static_cast<std::size_t>(matrix.rows));
    unit[j] = 0.0;
  }
  return values;
}

/// What is stored, but for zeros, by row and column.
inline std::map<std::pair<std::int32_t, std::int32_t>, double> stored_entries(const nsds_matrix& matrix) {
  std::map<std::pair<std::int32_t, std::int32_t>, double> entries;
  const auto add = [&](std::int32_t i, std::int32_t j, double value) {
    if (value != 0.0) entries[{i, j}] = value;
  };
  if (matrix.storage == NSDS_CSC) {
    const nsds_csc_arrays& csc = matrix.as.csc;
    for (std::int32_t j = 0; j < matrix.cols; ++j)
      for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
        add(csc.row_indices[k], j, csc.values[k]);
  } else if (matrix.storage == NSDS_BSR) {
    const nsds_bsr_arrays& bsr = matrix.as.bsr;
    for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
      for (std::int32_t block = bsr.row_starts[row]; block < bsr.row_starts[row + 1]; ++block) {
        const std::int32_t height = bsr.row_offsets[row + 1] - bsr.row_offsets[row];
        const std::int32_t first = bsr.col_offsets[bsr.block_columns[block]];
        for (std::int32_t k = 0; k < bsr.value_starts[block + 1] - bsr.value_starts[block]; ++k)
          add(bsr.row_offsets[row] + k % height, first + k / height, bsr.values[bsr.value_starts[block] + k]);
      }
    }
  } else {
    for (std::int32_t j = 0; j < matrix.cols; ++j)
      for (std::int32_t i = 0; i < matrix.rows; ++i)
        add(i, j, matrix.as.dense.values[j * matrix.as.dense.leading_dimension + i]);
  }
  return entries;
}

}  // namespace nsds::test
