// Tells whether a matrix is well formed. Every answer names the array and the index at fault.
#include <cmath>
#include <cstddef>

#include "core/sentence.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

bool check_dense(const nsds_matrix& A, const Sentence& sentence) {
  const nsds_dense_arrays& dense = A.as.dense;
  if (dense.leading_dimension < A.rows || dense.leading_dimension < 1) {
    sentence.write("leading_dimension is {}, it must be at least max(1, rows) = {}.", dense.leading_dimension,
                   A.rows > 1 ? A.rows : 1);
    return false;
  }
  if (dense.values == nullptr && A.rows > 0 && A.cols > 0) {
    sentence.write("values is null.");
    return false;
  }
  if (A.rows == 0) return true;  // values may be null
  const bool closed_up = dense.leading_dimension == A.rows;
  if (closed_up && all_finite(dense.values, index(A.rows) * index(A.cols))) return true;
  for (std::int32_t j = 0; j < A.cols; ++j) {
    const double* column = dense.values + static_cast<std::ptrdiff_t>(j) * dense.leading_dimension;
    if (all_finite(column, index(A.rows))) continue;
    for (std::int32_t i = 0; i < A.rows; ++i) {
      if (std::isfinite(column[i])) continue;
      sentence.write("entry ({}, {}) is {}.", i, j, column[i]);
      return false;
    }
  }
  return true;
}

bool check_values(const double* values, std::int32_t count, const Sentence& sentence) {
  if (count > 0 && values == nullptr) {
    sentence.write("values is null.");
    return false;
  }
  if (all_finite(values, index(count))) return true;
  for (std::int32_t k = 0; k < count; ++k) {
    if (std::isfinite(values[k])) continue;
    sentence.write("values[{}] is {}.", k, values[k]);
    return false;
  }
  return true;
}

// starts: (count + 1), first 0, not decreasing (strictly increasing where asked).
bool check_starts(const char* name, const std::int32_t* starts, std::int32_t count, bool strictly,
                  const Sentence& sentence) {
  if (starts == nullptr) {
    sentence.write("{} is null.", name);
    return false;
  }
  if (starts[0] != 0) {
    sentence.write("{}[0] is {}, it must be 0.", name, starts[0]);
    return false;
  }
  for (std::int32_t k = 0; k < count; ++k) {
    if (starts[k + 1] > starts[k] || (!strictly && starts[k + 1] == starts[k])) continue;
    sentence.write("{}[{}] is {} after {}; it must {}.", name, k + 1, starts[k + 1], starts[k],
                   strictly ? "increase" : "not decrease");
    return false;
  }
  return true;
}

// indices of one row or column: in [0, limit), strictly increasing.
bool check_indices(const char* name, const std::int32_t* indices, std::int32_t begin, std::int32_t end,
                   std::int32_t limit, const Sentence& sentence) {
  for (std::int32_t k = begin; k < end; ++k) {
    if (indices[k] < 0 || indices[k] >= limit) {
      sentence.write("{}[{}] is {}, it must be in [0, {}).", name, k, indices[k], limit);
      return false;
    }
    if (k > begin && indices[k] <= indices[k - 1]) {
      sentence.write("{}[{}] is {} after {}; it must increase.", name, k, indices[k], indices[k - 1]);
      return false;
    }
  }
  return true;
}

bool check_csc_pattern(const nsds_matrix& A, const Sentence& sentence) {
  const nsds_csc_arrays& csc = A.as.csc;
  if (!check_starts("column_starts", csc.column_starts, A.cols, false, sentence)) return false;
  const std::int32_t entries = csc.column_starts[A.cols];
  if (entries > 0 && csc.row_indices == nullptr) {
    sentence.write("row_indices is null.");
    return false;
  }
  for (std::int32_t j = 0; j < A.cols; ++j)
    if (!check_indices("row_indices", csc.row_indices, csc.column_starts[j], csc.column_starts[j + 1], A.rows,
                       sentence))
      return false;
  return true;
}

bool check_block_sizes(const nsds_matrix& A, const Sentence& sentence) {
  const nsds_bsr_arrays& bsr = A.as.bsr;
  for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
    const std::ptrdiff_t height = bsr.row_offsets[row + 1] - bsr.row_offsets[row];
    for (std::int32_t k = bsr.row_starts[row]; k < bsr.row_starts[row + 1]; ++k) {
      const std::int32_t column = bsr.block_columns[k];
      const std::ptrdiff_t area = height * (bsr.col_offsets[column + 1] - bsr.col_offsets[column]);
      const std::ptrdiff_t given = static_cast<std::ptrdiff_t>(bsr.value_starts[k + 1]) - bsr.value_starts[k];
      if (given == area) continue;
      sentence.write("value_starts gives block {} {} values, its rows x cols is {}.", k, given, area);
      return false;
    }
  }
  return true;
}

bool check_offsets(const nsds_bsr_arrays& bsr, const Sentence& sentence) {
  if (bsr.block_rows < 0 || bsr.block_cols < 0) {
    sentence.write("block_rows x block_cols is {} x {}, neither may be negative.", bsr.block_rows,
                   bsr.block_cols);
    return false;
  }
  return check_starts("row_offsets", bsr.row_offsets, bsr.block_rows, true, sentence) &&
         check_starts("col_offsets", bsr.col_offsets, bsr.block_cols, true, sentence);
}

// Comes after check_offsets.
bool check_bsr_pattern(const nsds_matrix& A, const Sentence& sentence) {
  const nsds_bsr_arrays& bsr = A.as.bsr;
  if (bsr.row_offsets[bsr.block_rows] != A.rows || bsr.col_offsets[bsr.block_cols] != A.cols) {
    sentence.write("row_offsets and col_offsets end at {} x {}, the matrix is {} x {}.",
                   bsr.row_offsets[bsr.block_rows], bsr.col_offsets[bsr.block_cols], A.rows, A.cols);
    return false;
  }
  if (!check_starts("row_starts", bsr.row_starts, bsr.block_rows, false, sentence)) return false;
  const std::int32_t blocks = bsr.row_starts[bsr.block_rows];
  if (blocks > 0 && bsr.block_columns == nullptr) {
    sentence.write("block_columns is null.");
    return false;
  }
  for (std::int32_t row = 0; row < bsr.block_rows; ++row)
    if (!check_indices("block_columns", bsr.block_columns, bsr.row_starts[row], bsr.row_starts[row + 1],
                       bsr.block_cols, sentence))
      return false;
  return check_starts("value_starts", bsr.value_starts, blocks, true, sentence) &&
         check_block_sizes(A, sentence);
}

bool check_operator(const nsds_matrix& A, const Sentence& sentence) {
  if (A.as.op.apply != nullptr) return true;
  sentence.write("apply is null.");
  return false;
}

}  // namespace

bool well_formed(const nsds_matrix& A, const Sentence& sentence) {
  // The sizes of a BSR view come from its offsets: what is wrong with those is named first.
  if (A.storage == NSDS_BSR && !check_offsets(A.as.bsr, sentence)) return false;
  if (A.rows < 0 || A.cols < 0) {
    sentence.write("rows x cols is {} x {}, neither may be negative.", A.rows, A.cols);
    return false;
  }
  switch (A.storage) {
    case NSDS_CSC:
      if (!check_csc_pattern(A, sentence)) return false;
      break;
    case NSDS_BSR:
      if (!check_bsr_pattern(A, sentence)) return false;
      break;
    case NSDS_DENSE:
    case NSDS_OPERATOR:
      break;
  }
  return finite_entries(A, sentence);
}

bool finite_entries(const nsds_matrix& A, const Sentence& sentence) {
  switch (A.storage) {
    case NSDS_DENSE:
      return check_dense(A, sentence);
    case NSDS_CSC:
      return check_values(A.as.csc.values, A.as.csc.column_starts[A.cols], sentence);
    case NSDS_BSR:
      return check_values(A.as.bsr.values, A.as.bsr.value_starts[A.as.bsr.row_starts[A.as.bsr.block_rows]],
                          sentence);
    case NSDS_OPERATOR:
      return check_operator(A, sentence);
  }
  sentence.write("storage is {}, which is none of nsds_storage.", static_cast<int>(A.storage));
  return false;
}

std::int32_t first_not_finite(const double* x, std::int32_t count) {
  if (count <= 0 || all_finite(x, index(count))) return -1;
  for (std::int32_t i = 0; i < count; ++i)
    if (!std::isfinite(x[i])) return i;
  return -1;
}

}  // namespace nsds::numerics

// NOLINTBEGIN(readability-non-const-parameter): the sentence is written through it
nsds_status nsds_matrix_check(const nsds_matrix* A, char* message, size_t message_size) {
  // NOLINTEND(readability-non-const-parameter)
  const nsds::numerics::Sentence sentence{message, message_size};
  if (A == nullptr) {
    sentence.write("the matrix is null.");
    return NSDS_INVALID_ARGUMENT;
  }
  return nsds::numerics::well_formed(*A, sentence) ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}
