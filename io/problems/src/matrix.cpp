#include "nsds/problems/matrix.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace nsds::problems {

Matrix Matrix::dense(std::int32_t rows, std::int32_t cols, std::vector<double> values) {
  if (rows < 0 || cols < 0 ||
      values.size() != static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols)) {
    throw std::invalid_argument("a dense matrix needs rows * cols values");
  }
  Matrix matrix(NSDS_DENSE, rows, cols);
  matrix.dense_ = std::move(values);
  matrix.check();
  return matrix;
}

Matrix Matrix::csc(std::int32_t rows, std::int32_t cols, CscArrays arrays) {
  const bool sized = rows >= 0 && cols >= 0 &&
                     arrays.columnStarts.size() == static_cast<std::size_t>(cols) + 1 &&
                     arrays.rowIndices.size() == arrays.values.size() &&
                     static_cast<std::size_t>(arrays.columnStarts.back()) == arrays.values.size();
  if (!sized) throw std::invalid_argument("the arrays of a CSC matrix do not fit its size and each other");
  Matrix matrix(NSDS_CSC, rows, cols);
  matrix.csc_ = std::move(arrays);
  matrix.check();
  return matrix;
}

Matrix Matrix::bsr(BsrArrays arrays) {
  const std::size_t blocks = arrays.blockColumns.size();
  const bool sized = !arrays.rowOffsets.empty() && !arrays.colOffsets.empty() &&
                     arrays.rowStarts.size() == arrays.rowOffsets.size() &&
                     arrays.valueStarts.size() == blocks + 1 &&
                     static_cast<std::size_t>(arrays.rowStarts.back()) == blocks &&
                     static_cast<std::size_t>(arrays.valueStarts.back()) == arrays.values.size();
  if (!sized) throw std::invalid_argument("the arrays of a BSR matrix do not fit each other");
  Matrix matrix(NSDS_BSR, arrays.rowOffsets.back(), arrays.colOffsets.back());
  matrix.bsr_ = std::move(arrays);
  matrix.check();
  return matrix;
}

nsds_matrix Matrix::view() const noexcept {
  switch (storage_) {
    case NSDS_CSC:
      return nsds_matrix_csc(rows_, cols_, csc_.columnStarts.data(), csc_.rowIndices.data(),
                             csc_.values.data());
    case NSDS_BSR:
      return nsds_matrix_bsr(static_cast<std::int32_t>(bsr_.rowOffsets.size()) - 1,
                             static_cast<std::int32_t>(bsr_.colOffsets.size()) - 1, bsr_.rowOffsets.data(),
                             bsr_.colOffsets.data(), bsr_.rowStarts.data(), bsr_.blockColumns.data(),
                             bsr_.valueStarts.data(), bsr_.values.data());
    default:
      return nsds_matrix_dense(rows_, cols_, dense_.data(), std::max<std::int32_t>(1, rows_));
  }
}

void Matrix::check() const {
  const nsds_matrix matrix = view();
  std::array<char, 256> message{};
  if (nsds_matrix_check(&matrix, message.data(), message.size()) != NSDS_OK) {
    throw std::invalid_argument(message.data());
  }
}

}  // namespace nsds::problems
