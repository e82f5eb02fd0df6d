// Makes views over the caller's arrays.
#include "nsds/numerics/matrix.h"

nsds_matrix nsds_matrix_dense(int32_t rows, int32_t cols, const double* values, int32_t leading_dimension) {
  nsds_matrix A{};
  A.storage = NSDS_DENSE;
  A.rows = rows;
  A.cols = cols;
  A.as.dense = {values, leading_dimension};
  return A;
}

nsds_matrix nsds_matrix_csc(int32_t rows, int32_t cols, const int32_t* column_starts,
                            const int32_t* row_indices, const double* values) {
  nsds_matrix A{};
  A.storage = NSDS_CSC;
  A.rows = rows;
  A.cols = cols;
  A.as.csc = {column_starts, row_indices, values};
  return A;
}

nsds_matrix nsds_matrix_bsr(int32_t block_rows, int32_t block_cols, const int32_t* row_offsets,
                            const int32_t* col_offsets, const int32_t* row_starts,
                            const int32_t* block_columns, const int32_t* value_starts, const double* values) {
  nsds_matrix A{};
  A.storage = NSDS_BSR;
  // A view checks nothing; sizes it cannot read are -1, which nsds_matrix_check refuses.
  A.rows = row_offsets != nullptr && block_rows >= 0 ? row_offsets[block_rows] : -1;
  A.cols = col_offsets != nullptr && block_cols >= 0 ? col_offsets[block_cols] : -1;
  A.as.bsr = {block_rows, block_cols,    row_offsets,  col_offsets,
              row_starts, block_columns, value_starts, values};
  return A;
}

nsds_matrix nsds_matrix_operator(int32_t rows, int32_t cols, nsds_apply_function apply, void* user) {
  nsds_matrix A{};
  A.storage = NSDS_OPERATOR;
  A.rows = rows;
  A.cols = cols;
  A.as.op = {apply, user};
  return A;
}
