// There is one way to walk over the stored entries of a matrix, whatever its storage.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// Makes an index of arrays out of that of a row or column that exists.
inline std::size_t index(std::int32_t i) {
  return static_cast<std::size_t>(i);
}

// Calls visit(i, j, value) for every stored entry. Returns false for an operator, which has none.
template <class Visit>
bool for_each_entry(const nsds_matrix& A, Visit&& visit) {
  switch (A.storage) {
    case NSDS_DENSE: {
      const nsds_dense_arrays& dense = A.as.dense;
      if (A.rows == 0) return true;  // values may be null
      for (std::int32_t j = 0; j < A.cols; ++j) {
        const double* column = dense.values + static_cast<std::ptrdiff_t>(j) * dense.leading_dimension;
        for (std::int32_t i = 0; i < A.rows; ++i) visit(i, j, column[i]);
      }
      return true;
    }
    case NSDS_CSC: {
      const nsds_csc_arrays& csc = A.as.csc;
      for (std::int32_t j = 0; j < A.cols; ++j)
        for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
          visit(csc.row_indices[k], j, csc.values[k]);
      return true;
    }
    case NSDS_BSR: {
      const nsds_bsr_arrays& bsr = A.as.bsr;
      // Blocks are stored column by column.
      for (std::int32_t block_row = 0; block_row < bsr.block_rows; ++block_row) {
        for (std::int32_t k = bsr.row_starts[block_row]; k < bsr.row_starts[block_row + 1]; ++k) {
          const double* value = bsr.values + bsr.value_starts[k];
          const std::int32_t block_column = bsr.block_columns[k];
          for (std::int32_t j = bsr.col_offsets[block_column]; j < bsr.col_offsets[block_column + 1]; ++j)
            for (std::int32_t i = bsr.row_offsets[block_row]; i < bsr.row_offsets[block_row + 1]; ++i)
              visit(i, j, *value++);
        }
      }
      return true;
    }
    case NSDS_OPERATOR:
      break;
  }
  return false;
}

// Calls visit(i, value) for every stored entry of the diagonal, in the order of the rows. Returns false for
// an operator.
template <class Visit>
bool for_each_diagonal_entry(const nsds_matrix& A, Visit&& visit) {
  switch (A.storage) {
    case NSDS_DENSE: {
      const std::ptrdiff_t stride = static_cast<std::ptrdiff_t>(A.as.dense.leading_dimension) + 1;
      for (std::int32_t i = 0; i < std::min(A.rows, A.cols); ++i) visit(i, A.as.dense.values[i * stride]);
      return true;
    }
    case NSDS_CSC: {
      const nsds_csc_arrays& csc = A.as.csc;
      for (std::int32_t j = 0; j < std::min(A.rows, A.cols); ++j) {
        // Rows increase within a column, so that the entry is found by bisection.
        const std::int32_t* const end = csc.row_indices + csc.column_starts[j + 1];
        const std::int32_t* const found = std::lower_bound(csc.row_indices + csc.column_starts[j], end, j);
        if (found != end && *found == j) visit(j, csc.values[found - csc.row_indices]);
      }
      return true;
    }
    case NSDS_BSR: {
      const nsds_bsr_arrays& bsr = A.as.bsr;
      for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
        // Rows and columns may be cut differently, so that the diagonal of a block row may go through several
        // blocks.
        const std::int32_t first = bsr.row_offsets[row], last = bsr.row_offsets[row + 1];
        const std::int32_t* const end = bsr.block_columns + bsr.row_starts[row + 1];
        const std::int32_t* column =
            std::partition_point(bsr.block_columns + bsr.row_starts[row], end,
                                 [&](std::int32_t c) { return bsr.col_offsets[c + 1] <= first; });
        for (; column != end && bsr.col_offsets[*column] < last; ++column) {
          const std::int32_t from = bsr.col_offsets[*column], to = bsr.col_offsets[*column + 1];
          const double* const block = bsr.values + bsr.value_starts[column - bsr.block_columns];
          for (std::int32_t i = std::max(first, from); i < std::min(last, to); ++i)
            visit(i, block[(i - from) * (last - first) + (i - first)]);
        }
      }
      return true;
    }
    case NSDS_OPERATOR:
      break;
  }
  return false;
}

// values: (rows x cols) out, column-major without gaps. Not for operators.
inline void copy_dense(const nsds_matrix& A, double* values) {
  std::fill_n(values, index(A.rows) * index(A.cols), 0.0);
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    values[index(j) * index(A.rows) + index(i)] = value;
  });
}

}  // namespace nsds::numerics
