// Entries of a sparse matrix one by one, in any order, and their compression into columns.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/problems/matrix.hpp"

namespace nsds::problems {

struct SparseEntries {
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> cols;
  std::vector<double> values;

  void add(std::int32_t row, std::int32_t col, double value) {
    rows.push_back(row);
    cols.push_back(col);
    values.push_back(value);
  }
};

/// Entries given twice are added, in their order; zeros stay. The indices are in range, see the callers.
CscArrays compressColumns(const SparseEntries& entries, std::int32_t rows, std::int32_t cols);

/// All entries that the matrix stores; of a dense one all. Column by column, or block by block.
SparseEntries entriesOf(const nsds_matrix& matrix);

}  // namespace nsds::problems
