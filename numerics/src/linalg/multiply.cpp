// Multiplies matrices by vectors.
#include <cmath>
#include <memory>

#include "core/guard.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"
#include "linalg/wide.hpp"

namespace nsds::numerics {
namespace {

// A matrix with no rows has neither values nor columns.
DenseColumns columns_of(const nsds_matrix& A) {
  return {A.as.dense.values, index(A.as.dense.leading_dimension), index(A.rows),
          A.rows > 0 ? index(A.cols) : 0};
}

void add_dense(const nsds_matrix& A, double alpha, const double* x, double* y) {
  const DenseColumns dense = columns_of(A);
  if (alpha == 1.0) return add_columns(dense, x, y);
  for (std::size_t j = 0; j < dense.cols; ++j) {
    const double scaled = alpha * x[j];
    if (scaled == 0.0) continue;  // complementary vectors are half zeros
    const double* column = dense.values + j * dense.leading;
    for (std::size_t i = 0; i < dense.rows; ++i) y[i] += column[i] * scaled;
  }
}

void add_csc(const nsds_matrix& A, double alpha, const double* x, double* y) {
  const nsds_csc_arrays& csc = A.as.csc;
  for (std::int32_t j = 0; j < A.cols; ++j) {
    const double scaled = alpha * x[j];
    if (scaled == 0.0) continue;
    for (std::int32_t k = csc.column_starts[j]; k < csc.column_starts[j + 1]; ++k)
      y[csc.row_indices[k]] += csc.values[k] * scaled;
  }
}

// y += alpha B x for one block whose size the compiler knows.
template <int rows, int cols>
void add_fixed_block(const double* B, double alpha, const double* x, double* y) {
  double sum[rows] = {};
  for (int j = 0; j < cols; ++j)
    for (int i = 0; i < rows; ++i) sum[i] += B[j * rows + i] * x[j];
  for (int i = 0; i < rows; ++i) y[i] += alpha * sum[i];
}

void add_block(const double* B, std::int32_t rows, std::int32_t cols, double alpha, const double* x,
               double* y) {
  if (rows == cols) {
    switch (rows) {
      case 1:
        return add_fixed_block<1, 1>(B, alpha, x, y);
      case 2:
        return add_fixed_block<2, 2>(B, alpha, x, y);
      case 3:
        return add_fixed_block<3, 3>(B, alpha, x, y);
      case 6:
        return add_fixed_block<6, 6>(B, alpha, x, y);
      default:
        break;
    }
  }
  for (std::int32_t j = 0; j < cols; ++j) {
    const double scaled = alpha * x[j];
    for (std::int32_t i = 0; i < rows; ++i) y[i] += *B++ * scaled;
  }
}

void add_bsr(const nsds_matrix& A, double alpha, const double* x, double* y) {
  const nsds_bsr_arrays& bsr = A.as.bsr;
  for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
    const std::int32_t first = bsr.row_offsets[row];
    const std::int32_t rows = bsr.row_offsets[row + 1] - first;
    for (std::int32_t k = bsr.row_starts[row]; k < bsr.row_starts[row + 1]; ++k) {
      const std::int32_t column = bsr.block_columns[k];
      const std::int32_t begin = bsr.col_offsets[column];
      add_block(bsr.values + bsr.value_starts[k], rows, bsr.col_offsets[column + 1] - begin, alpha, x + begin,
                y + first);
    }
  }
}

// Adds B x to y and |B| |x| to magnitude over the blocks of one row of 3 × 3 blocks. The last lane is no
// one's.
NSDS_LOOP void add_row_of_threes(const nsds_bsr_arrays& bsr, std::int32_t row, const double* x, double* y,
                                 double* magnitude) {
  Quad sum{}, size{};
  for (std::int32_t k = bsr.row_starts[row]; k < bsr.row_starts[row + 1]; ++k) {
    const double* const B = bsr.values + bsr.value_starts[k];
    const double* const at = x + bsr.col_offsets[bsr.block_columns[k]];
    const Quad third = quad(B + 5).v;  // its first lane is of the column before: nothing is read behind B
    const Quad first_term = quad(B).v * at[0], second_term = quad(B + 3).v * at[1];
    const Quad third_term = __builtin_shufflevector(third, third, 1, 2, 3, 0) * at[2];
    sum += first_term + second_term + third_term;
    add_size(first_term, size);
    add_size(second_term, size);
    add_size(third_term, size);
  }
  for (std::int32_t i = 0; i < 3; ++i) {
    y[bsr.row_offsets[row] + i] += sum[i];
    magnitude[bsr.row_offsets[row] + i] += size[i];
  }
}

// Adds B x to y and |B| |x| to magnitude over the blocks of one row of 2 × 2 blocks, one quad each: its
// columns are summed in the halves of a quad.
NSDS_LOOP void add_row_of_twos(const nsds_bsr_arrays& bsr, std::int32_t row, const double* x, double* y,
                               double* magnitude) {
  Quad sum{}, size{};
  for (std::int32_t k = bsr.row_starts[row]; k < bsr.row_starts[row + 1]; ++k) {
    const double* const at = x + bsr.col_offsets[bsr.block_columns[k]];
    const Quad term = quad(bsr.values + bsr.value_starts[k]).v * Quad{at[0], at[0], at[1], at[1]};
    sum += term;
    add_size(term, size);
  }
  for (std::int32_t i = 0; i < 2; ++i) {
    y[bsr.row_offsets[row] + i] += sum[i] + sum[i + 2];
    magnitude[bsr.row_offsets[row] + i] += size[i] + size[i + 2];
  }
}

template <int size>
NSDS_LOOP void add_rows_of(const nsds_bsr_arrays& bsr, const double* x, double* y, double* magnitude) {
  for (std::int32_t row = 0; row < bsr.block_rows; ++row) {
    if constexpr (size == 2)
      add_row_of_twos(bsr, row, x, y, magnitude);
    else
      add_row_of_threes(bsr, row, x, y, magnitude);
  }
}

template <int size>
NSDS_WIDE void add_rows_of_wide(const nsds_bsr_arrays& bsr, const double* x, double* y, double* magnitude) {
  add_rows_of<size>(bsr, x, y, magnitude);
}

// The size of all blocks, where that is 2 or 3, else 0.
int size_of_all_blocks(const nsds_bsr_arrays& bsr) {
  const auto all_of = [](std::int32_t size, const std::int32_t* offsets, std::int32_t count) {
    for (std::int32_t k = 0; k < count; ++k)
      if (offsets[k + 1] - offsets[k] != size) return false;
    return true;
  };
  for (const int size : {2, 3})
    if (all_of(size, bsr.row_offsets, bsr.block_rows) && all_of(size, bsr.col_offsets, bsr.block_cols))
      return size;
  return 0;
}

nsds_status apply_operator(const nsds_matrix& A, double alpha, const double* x, double beta, double* y) {
  if (alpha == 1.0 && beta == 0.0) return apply(A.as.op, x, y) ? NSDS_OK : NSDS_NOT_APPLICABLE;
  const auto product = std::make_unique<double[]>(static_cast<std::size_t>(A.rows));
  if (!apply(A.as.op, x, product.get())) return NSDS_NOT_APPLICABLE;
  for (std::int32_t i = 0; i < A.rows; ++i)
    y[i] = alpha * product[static_cast<std::size_t>(i)] + (beta == 0.0 ? 0.0 : beta * y[i]);
  return NSDS_OK;
}

}  // namespace

bool apply(const nsds_operator_arrays& op, const double* x, double* y) noexcept {
  try {
    return op.apply(op.user, x, y) == 0;
  } catch (...) {
    return false;
  }
}

void add_product(const nsds_matrix& A, double alpha, const double* x, double* y) {
  if (A.storage == NSDS_DENSE) return add_dense(A, alpha, x, y);
  if (A.storage == NSDS_CSC) return add_csc(A, alpha, x, y);
  if (A.storage == NSDS_BSR) return add_bsr(A, alpha, x, y);
}

void add_product_and_magnitude(const nsds_matrix& A, const double* x, double* y, double* magnitude) {
  if (A.storage == NSDS_DENSE) return add_columns_and_magnitude(columns_of(A), x, y, magnitude);
  const int size = A.storage == NSDS_BSR ? size_of_all_blocks(A.as.bsr) : 0;
  if (size == 2) return (has_wide() ? add_rows_of_wide<2> : add_rows_of<2>)(A.as.bsr, x, y, magnitude);
  if (size == 3) return (has_wide() ? add_rows_of_wide<3> : add_rows_of<3>)(A.as.bsr, x, y, magnitude);
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    const double term = value * x[j];
    y[i] += term;
    magnitude[i] += std::fabs(term);
  });
}

void add_transposed_and_magnitude(const nsds_matrix& A, const double* x, double* y, double* magnitude) {
  for_each_entry(A, [&](std::int32_t i, std::int32_t j, double value) {
    const double term = value * x[i];
    y[j] += term;
    magnitude[j] += std::fabs(term);
  });
}

}  // namespace nsds::numerics

nsds_status nsds_matrix_multiply(const nsds_matrix* A, double alpha, const double* x, double beta,
                                 double* y) {
  using namespace nsds::numerics;
  if (A == nullptr || (x == nullptr && A->cols > 0) || (y == nullptr && A->rows > 0))
    return NSDS_INVALID_ARGUMENT;
  switch (A->storage) {
    case NSDS_OPERATOR:
      return guarded([&] { return apply_operator(*A, alpha, x, beta, y); });
    case NSDS_DENSE:
    case NSDS_CSC:
    case NSDS_BSR:
      break;
    default:
      return NSDS_INVALID_ARGUMENT;
  }
  for (std::int32_t i = 0; i < A->rows; ++i) y[i] = beta == 0.0 ? 0.0 : beta * y[i];
  add_product(*A, alpha, x, y);
  return NSDS_OK;
}
