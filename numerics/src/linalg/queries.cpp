// Finds diagonals, largest entries and hashes.
#include <algorithm>
#include <bit>
#include <cmath>

#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

class Fnv1a {
 public:
  void add(std::uint64_t word) noexcept { state_ = (state_ ^ word) * 1099511628211ULL; }
  void add(const std::int32_t* words, std::int32_t count) noexcept {
    for (std::int32_t i = 0; i < count; ++i)
      add(static_cast<std::uint64_t>(static_cast<std::uint32_t>(words[i])));
  }
  std::uint64_t value() const noexcept { return state_; }

 private:
  std::uint64_t state_ = 14695981039346656037ULL;
};

}  // namespace

std::uint64_t structure_hash(const nsds_matrix& A) {
  Fnv1a hash;
  const std::int32_t head[] = {static_cast<std::int32_t>(A.storage), A.rows, A.cols};
  hash.add(head, 3);
  if (A.storage == NSDS_CSC) {
    hash.add(A.as.csc.column_starts, A.cols + 1);
    hash.add(A.as.csc.row_indices, A.as.csc.column_starts[A.cols]);
  } else if (A.storage == NSDS_BSR) {
    const nsds_bsr_arrays& bsr = A.as.bsr;
    hash.add(bsr.row_offsets, bsr.block_rows + 1);
    hash.add(bsr.col_offsets, bsr.block_cols + 1);
    hash.add(bsr.row_starts, bsr.block_rows + 1);
    hash.add(bsr.block_columns, bsr.row_starts[bsr.block_rows]);
  }
  return hash.value();
}

std::uint64_t value_hash(const nsds_matrix& A) {
  Fnv1a hash;
  for_each_entry(
      A, [&](std::int32_t, std::int32_t, double value) { hash.add(std::bit_cast<std::uint64_t>(value)); });
  return hash.value();
}

}  // namespace nsds::numerics

using nsds::numerics::for_each_diagonal_entry;
using nsds::numerics::for_each_entry;

nsds_status nsds_matrix_diagonal(const nsds_matrix* A, double* diagonal) {
  if (A == nullptr) return NSDS_INVALID_ARGUMENT;
  const std::int32_t count = std::min(A->rows, A->cols);
  if (diagonal == nullptr && count > 0) return NSDS_INVALID_ARGUMENT;
  if (A->storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
  std::fill_n(diagonal, count, 0.0);
  const bool known = for_each_diagonal_entry(*A, [&](std::int32_t i, double value) { diagonal[i] = value; });
  return known ? NSDS_OK : NSDS_INVALID_ARGUMENT;
}

nsds_status nsds_matrix_max_abs(const nsds_matrix* A, double* value) {
  if (A == nullptr || value == nullptr) return NSDS_INVALID_ARGUMENT;
  if (A->storage == NSDS_OPERATOR) return NSDS_NOT_APPLICABLE;
  double largest = 0.0;
  const bool known = for_each_entry(
      *A, [&](std::int32_t, std::int32_t, double entry) { largest = std::max(largest, std::fabs(entry)); });
  if (!known) return NSDS_INVALID_ARGUMENT;
  *value = largest;
  return NSDS_OK;
}
