#include "sparse_entries.hpp"

#include <cstddef>

namespace nsds::problems {

namespace {

// Positions sorted by key, equal keys in their order: a counting sort.
std::vector<std::size_t> sortedBy(const std::vector<std::int32_t>& keys, std::int32_t range,
                                  const std::vector<std::size_t>& order) {
  std::vector<std::size_t> next(static_cast<std::size_t>(range) + 1, 0);
  for (const std::int32_t key : keys) ++next[static_cast<std::size_t>(key) + 1];
  for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  std::vector<std::size_t> sorted(order.size());
  for (const std::size_t k : order) sorted[next[static_cast<std::size_t>(keys[k])]++] = k;
  return sorted;
}

void addBlocks(const nsds_bsr_arrays& bsr, SparseEntries& entries) {
  for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
    for (std::int32_t block = bsr.row_starts[row]; block < bsr.row_starts[row + 1]; ++block) {
      const std::int32_t col = bsr.block_columns[block];
      const double* value = bsr.values + bsr.value_starts[block];
      for (std::int32_t j = bsr.col_offsets[col]; j < bsr.col_offsets[col + 1]; ++j)
        for (std::int32_t i = bsr.row_offsets[row]; i < bsr.row_offsets[row + 1]; ++i)
          entries.add(i, j, *value++);
    }
  }
}

}  // namespace

CscArrays compressColumns(const SparseEntries& entries, std::int32_t rows, std::int32_t cols) {
  std::vector<std::size_t> order(entries.values.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  order = sortedBy(entries.cols, cols, sortedBy(entries.rows, rows, order));

  CscArrays csc;
  csc.columnStarts.assign(static_cast<std::size_t>(cols) + 1, 0);
  std::int32_t column = -1;
  for (const std::size_t k : order) {
    if (entries.cols[k] == column && entries.rows[k] == csc.rowIndices.back()) {
      csc.values.back() += entries.values[k];
      continue;
    }
    column = entries.cols[k];
    csc.rowIndices.push_back(entries.rows[k]);
    csc.values.push_back(entries.values[k]);
    ++csc.columnStarts[static_cast<std::size_t>(column) + 1];
  }
  for (std::size_t j = 1; j < csc.columnStarts.size(); ++j) csc.columnStarts[j] += csc.columnStarts[j - 1];
  return csc;
}

SparseEntries entriesOf(const nsds_matrix& matrix) {
  SparseEntries entries;
  if (matrix.storage == NSDS_BSR) {
    addBlocks(matrix.as.bsr, entries);
  } else if (matrix.storage == NSDS_CSC) {
    const nsds_csc_arrays& csc = matrix.as.csc;
    for (std::int32_t j = 0; j < matrix.cols; ++j)
      for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
        entries.add(csc.row_indices[k], j, csc.values[k]);
  } else {
    const nsds_dense_arrays& dense = matrix.as.dense;
    for (std::int32_t j = 0; j < matrix.cols; ++j)
      for (std::int32_t i = 0; i < matrix.rows; ++i)
        entries.add(i, j, dense.values[static_cast<std::ptrdiff_t>(j) * dense.leading_dimension + i]);
  }
  return entries;
}

}  // namespace nsds::problems
