// A matrix that owns the arrays which nsds_matrix only borrows.
#pragma once

#include <cstdint>
#include <vector>

#include "nsds/numerics/matrix.h"
#include "nsds/problems/export.hpp"

namespace nsds::problems {

/// The arrays of nsds_csc_arrays.
struct CscArrays {
  std::vector<std::int32_t> columnStarts;  ///< (cols + 1)
  std::vector<std::int32_t> rowIndices;    ///< (entries), strictly increasing within a column
  std::vector<double> values;              ///< (entries)
};

/// The arrays of nsds_bsr_arrays.
struct BsrArrays {
  std::vector<std::int32_t> rowOffsets;    ///< (block rows + 1), the last is rows
  std::vector<std::int32_t> colOffsets;    ///< (block columns + 1), the last is cols
  std::vector<std::int32_t> rowStarts;     ///< (block rows + 1)
  std::vector<std::int32_t> blockColumns;  ///< (blocks), strictly increasing within a block row
  std::vector<std::int32_t> valueStarts;   ///< (blocks + 1)
  std::vector<double> values;              ///< each block dense, column-major
};

/// A Matrix is immutable and in one of the storages NSDS_DENSE, NSDS_CSC, NSDS_BSR. Copies are deep; a
/// moved-from matrix can only be assigned to or destroyed.
class NSDS_PROBLEMS_API Matrix {
 public:
  /// values: (rows x cols), column-major. The factories throw std::invalid_argument with the sentence of
  /// nsds_matrix_check when the arrays do not make a matrix.
  static Matrix dense(std::int32_t rows, std::int32_t cols, std::vector<double> values);
  static Matrix csc(std::int32_t rows, std::int32_t cols, CscArrays arrays);
  static Matrix bsr(BsrArrays arrays);

  /// Borrows: valid as long as this matrix lives and is not assigned to; moving it keeps the view valid.
  nsds_matrix view() const noexcept;

  nsds_storage storage() const noexcept { return storage_; }
  std::int32_t rows() const noexcept { return rows_; }
  std::int32_t cols() const noexcept { return cols_; }

 private:
  Matrix(nsds_storage storage, std::int32_t rows, std::int32_t cols)
      : storage_(storage), rows_(rows), cols_(cols) {}
  void check() const;

  nsds_storage storage_;
  std::int32_t rows_;
  std::int32_t cols_;
  std::vector<double> dense_;
  CscArrays csc_;
  BsrArrays bsr_;
};

}  // namespace nsds::problems
