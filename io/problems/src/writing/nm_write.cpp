#include "writing/nm_write.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <ostream>
#include <stdexcept>
#include <string>

namespace nsds::problems {

namespace {

void writeIndices(std::ostream& out, const std::int32_t* begin, const std::int32_t* end) {
  for (; begin != end; ++begin) out << *begin << (begin + 1 == end ? "" : " ");
  out << '\n';
}

void writeDense(std::ostream& out, const nsds_matrix& matrix) {
  const nsds_dense_arrays& dense = matrix.as.dense;
  out << matrix.rows << ' ' << matrix.cols << '\n';
  for (std::int32_t j = 0; j < matrix.cols; ++j) {
    const double* column = dense.values + static_cast<std::ptrdiff_t>(j) * dense.leading_dimension;
    for (std::int32_t i = 0; i < matrix.rows; ++i) {
      writeNumber(out, column[i]);
      out << (i + 1 == matrix.rows ? "\n" : " ");
    }
  }
}

void writeBlocks(std::ostream& out, const nsds_matrix& matrix) {
  const nsds_bsr_arrays& bsr = matrix.as.bsr;
  const std::int32_t blocks = bsr.row_starts[bsr.block_rows];
  out << blocks << '\n' << bsr.block_rows << '\n' << bsr.block_cols << '\n';
  writeIndices(out, bsr.row_offsets + 1, bsr.row_offsets + 1 + bsr.block_rows);
  writeIndices(out, bsr.col_offsets + 1, bsr.col_offsets + 1 + bsr.block_cols);
  out << bsr.block_rows + 1 << '\n' << blocks << '\n';
  writeIndices(out, bsr.row_starts, bsr.row_starts + bsr.block_rows + 1);
  writeIndices(out, bsr.block_columns, bsr.block_columns + blocks);
  for (std::int32_t k = 0; k < blocks; ++k) {
    out << k << '\n';
    for (std::int32_t i = bsr.value_starts[k]; i < bsr.value_starts[k + 1]; ++i) {
      writeNumber(out, bsr.values[i]);
      out << '\n';
    }
  }
}

double oneNorm(const nsds_matrix& matrix) {
  double norm = 0.0;
  for (std::int32_t j = 0; j < matrix.cols; ++j) {
    double sum = 0.0;
    for (std::int32_t k = matrix.as.csc.column_starts[j]; k < matrix.as.csc.column_starts[j + 1]; ++k) {
      sum += std::abs(matrix.as.csc.values[k]);
    }
    norm = std::fmax(norm, sum);
  }
  return norm;
}

void writeColumns(std::ostream& out, const nsds_matrix& matrix) {
  constexpr int compressedColumns = 2;
  const nsds_csc_arrays& csc = matrix.as.csc;
  const std::int32_t count = csc.column_starts[matrix.cols];
  out << compressedColumns << "\nCSparse text form\n"
      << matrix.rows << "-by-" << matrix.cols << ", nzmax: " << count << " nnz: " << count << ", 1-norm: ";
  writeNumber(out, oneNorm(matrix));
  out << '\n';
  for (std::int32_t j = 0; j < matrix.cols; ++j) {
    const std::int32_t begin = csc.column_starts[j];
    const std::int32_t end = csc.column_starts[j + 1];
    out << "    col " << j << " : locations " << begin << " to " << end - 1 << '\n';
    for (std::int32_t k = begin; k < end; ++k) {
      out << "      " << csc.row_indices[k] << " : ";
      writeNumber(out, csc.values[k]);
      out << '\n';
    }
  }
}

}  // namespace

void writeVector(std::ostream& out, const char* name, const double* values, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (!std::isfinite(values[i])) {
      throw std::invalid_argument(std::string(name) + '[' + std::to_string(i) + "] is not a finite number");
    }
    writeNumber(out, values[i]);
    out << '\n';
  }
}

void writeNumber(std::ostream& out, double value) {
  constexpr int digitsAfterPoint = 16;
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value,
                                          std::chars_format::scientific, digitsAfterPoint);
  if (error != std::errc()) throw std::logic_error("a number does not fit its buffer");
  out.write(text.data(), end - text.data());
}

void writeMatrix(std::ostream& out, const nsds_matrix& matrix) {
  std::array<char, 256> message{};
  if (nsds_matrix_check(&matrix, message.data(), message.size()) != NSDS_OK) {
    throw std::invalid_argument(message.data());
  }
  const auto head = [&](int storage) {
    out << storage << '\n' << matrix.rows << '\n' << matrix.cols << '\n';
  };
  switch (matrix.storage) {
    case NSDS_DENSE:
      head(0);
      return writeDense(out, matrix);
    case NSDS_BSR:
      head(1);
      return writeBlocks(out, matrix);
    case NSDS_CSC:
      head(2);
      return writeColumns(out, matrix);
    default:
      throw std::invalid_argument("a matrix given by its product (NSDS_OPERATOR) has no file form");
  }
}

}  // namespace nsds::problems
