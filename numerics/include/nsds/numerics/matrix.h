/* Matrices as the solvers see them: a small tagged view over arrays.
 *
 * A view made by one of the initialisers below borrows the caller's arrays and must not outlive them.
 * A matrix made by nsds_matrix_convert owns its arrays and is released by nsds_matrix_free.
 * Nothing in this library writes through a matrix it was given. Indices are 0-based, 32 bits.
 */
#ifndef NSDS_NUMERICS_MATRIX_H
#define NSDS_NUMERICS_MATRIX_H

#include <stddef.h>
#include <stdint.h>

#include "nsds/numerics/export.h"
#include "nsds/numerics/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum nsds_storage {
  NSDS_DENSE = 1,   /* column-major with a leading dimension */
  NSDS_CSC = 2,     /* compressed sparse columns, row indices strictly increasing in each column */
  NSDS_BSR = 4,     /* compressed rows of dense blocks, block sizes may vary */
  NSDS_OPERATOR = 8 /* known only by its product with a vector */
} nsds_storage;

/* y = A x for an (rows x cols) matrix; x: (cols), y: (rows), not overlapping. Returns 0, or anything else for
 * failure; an exception of C++ that leaves it counts as one. */
typedef int (*nsds_apply_function)(void* user, const double* x, double* y);

typedef struct nsds_dense_arrays {
  const double* values;      /* (leading_dimension x cols), column-major */
  int32_t leading_dimension; /* ≥ max(1, rows) */
} nsds_dense_arrays;

typedef struct nsds_csc_arrays {
  const int32_t* column_starts; /* (cols + 1), first 0, not decreasing; the last is the number of entries */
  const int32_t* row_indices;   /* (entries), strictly increasing within a column */
  const double* values;         /* (entries) */
} nsds_csc_arrays;

typedef struct nsds_bsr_arrays {
  int32_t block_rows;         /* number of block rows */
  int32_t block_cols;         /* number of block columns */
  const int32_t* row_offsets; /* (block_rows + 1): first scalar row of each block row; the last is rows */
  const int32_t*
      col_offsets; /* (block_cols + 1): first scalar column of each block column; the last is cols */
  const int32_t*
      row_starts; /* (block_rows + 1): first block of each block row; the last is the block count */
  const int32_t* block_columns; /* (blocks): block column, strictly increasing within a block row */
  const int32_t* value_starts;  /* (blocks + 1): where each block begins in values */
  const double* values; /* (value_starts[blocks]): each block dense, column-major, its own rows x cols */
} nsds_bsr_arrays;

typedef struct nsds_operator_arrays {
  nsds_apply_function apply;
  void* user; /* Nullable: handed to apply */
} nsds_operator_arrays;

typedef struct nsds_matrix {
  nsds_storage storage;
  int32_t rows;
  int32_t cols;
  union {
    nsds_dense_arrays dense;
    nsds_csc_arrays csc;
    nsds_bsr_arrays bsr;
    nsds_operator_arrays op;
  } as; /* the member named by storage */
} nsds_matrix;

/* Views over the caller's arrays (borrowed). They check nothing; nsds_matrix_check does. */
NSDS_NUMERICS_API nsds_matrix nsds_matrix_dense(int32_t rows, int32_t cols, const double* values,
                                                int32_t leading_dimension);
NSDS_NUMERICS_API nsds_matrix nsds_matrix_csc(int32_t rows, int32_t cols, const int32_t* column_starts,
                                              const int32_t* row_indices, const double* values);
NSDS_NUMERICS_API nsds_matrix nsds_matrix_bsr(int32_t block_rows, int32_t block_cols,
                                              const int32_t* row_offsets, const int32_t* col_offsets,
                                              const int32_t* row_starts, const int32_t* block_columns,
                                              const int32_t* value_starts, const double* values);
NSDS_NUMERICS_API nsds_matrix nsds_matrix_operator(int32_t rows, int32_t cols, nsds_apply_function apply,
                                                   void* user);

/* Is the matrix well formed: sizes, null pointers, index arrays, NaN or Inf?
 * message: Nullable; (message_size) chars, receives a sentence that names the array and the index at fault.
 * Returns NSDS_OK or NSDS_INVALID_ARGUMENT. Cost: one pass over indices and values. */
NSDS_NUMERICS_API nsds_status nsds_matrix_check(const nsds_matrix* A, char* message, size_t message_size);

/* y = alpha A x + beta y; x: (cols), y: (rows), not overlapping. beta == 0 does not read y.
 * For an operator: NSDS_NOT_APPLICABLE if its apply reports failure. Errors: NSDS_INVALID_ARGUMENT on null.
 * Allocates only for an operator with alpha ≠ 1 or beta ≠ 0. */
NSDS_NUMERICS_API nsds_status nsds_matrix_multiply(const nsds_matrix* A, double alpha, const double* x,
                                                   double beta, double* y);

/* diagonal: (min(rows, cols)) out. Entries that are not stored are 0. An operator is NSDS_NOT_APPLICABLE. */
NSDS_NUMERICS_API nsds_status nsds_matrix_diagonal(const nsds_matrix* A, double* diagonal);

/* The largest absolute value stored, 0 for an empty matrix. An operator is NSDS_NOT_APPLICABLE. */
NSDS_NUMERICS_API nsds_status nsds_matrix_max_abs(const nsds_matrix* A, double* value);

/* Copies A into a new, owned matrix of another (or the same) storage: NSDS_DENSE, NSDS_CSC or NSDS_BSR.
 * To NSDS_CSC: exact zeros are dropped. To NSDS_BSR: square blocks of block_size (rows and cols must be
 * multiples of it), except from NSDS_BSR itself, whose blocks are kept. An operator converts to NSDS_DENSE
 * and NSDS_CSC by cols products. out: receives the matrix, to be released by nsds_matrix_free; untouched on
 * failure. */
NSDS_NUMERICS_API nsds_status nsds_matrix_convert(const nsds_matrix* A, nsds_storage storage,
                                                  int32_t block_size, nsds_matrix** out);

/* Releases a matrix made by nsds_matrix_convert. Nullable. */
NSDS_NUMERICS_API void nsds_matrix_free(nsds_matrix* A);

#ifdef __cplusplus
}
#endif
#endif
