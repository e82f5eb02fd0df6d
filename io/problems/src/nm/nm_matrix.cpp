#include "nm/nm_matrix.hpp"

#include <stdexcept>
#include <string>
#include <utility>

#include "limits.hpp"

namespace nsds::problems {

namespace {

enum NmStorage { kDense = 0, kBlock = 1, kSparse = 2 };

// Reads "rows cols" of a matrix.
std::pair<std::int32_t, std::int32_t> readSize(TextReader& reader, const std::string& name) {
  const std::int32_t rows = reader.integer({("the number of rows of " + name).c_str()}, 0, kLargest);
  return {rows, reader.integer({("the number of columns of " + name).c_str()}, 0, kLargest)};
}

Matrix readDense(TextReader& reader, const std::string& name, std::int32_t rows, std::int32_t cols) {
  const auto [rowsAgain, colsAgain] = readSize(reader, "the dense matrix " + name + ", again");
  if (rowsAgain != rows || colsAgain != cols)
    reader.fail("the dense matrix " + name + " is " + sizeText(rows, cols) +
                ", expected the same again, found " + sizeText(rowsAgain, colsAgain));
  const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  return Matrix::dense(rows, cols, reader.numbers(name.c_str(), count));
}

std::int32_t readStorage(TextReader& reader, const std::string& name) {
  const std::string storageName = "the storage of " + name + " (0 dense, 1 blocks, 2 sparse)";
  return reader.integer({storageName.c_str()}, kDense, kSparse);
}

// Reads a matrix from behind the words "storage rows cols".
Matrix readStored(TextReader& reader, const std::string& name, std::int32_t storage, std::int32_t rows,
                  std::int32_t cols) {
  try {
    switch (storage) {
      case kBlock:
        return readBlockMatrix(reader, rows, cols);
      case kSparse:
        return readSparseMatrix(reader, name, rows, cols);
      default:
        return readDense(reader, name, rows, cols);
    }
  } catch (const std::invalid_argument& error) {
    reader.fail(name + " is not a valid matrix: " + error.what());
  }
}

}  // namespace

std::string sizeText(std::int32_t rows, std::int32_t cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

Matrix readMatrix(TextReader& reader, const char* name, const Shape& shape) {
  const std::int32_t storage = readStorage(reader, name);
  const auto [rows, cols] = readSize(reader, name);
  if (rows != shape.rows || cols != shape.cols)
    reader.fail(std::string(name) + " is " + sizeText(rows, cols) + ", expected " +
                sizeText(shape.rows, shape.cols) + ": " + shape.reason);
  return readStored(reader, name, storage, rows, cols);
}

Matrix readSquareMatrix(TextReader& reader, const char* name, const char* vector) {
  const std::int32_t storage = readStorage(reader, name);
  const auto [n, cols] = readSize(reader, name);
  if (n != cols) reader.fail(std::string(name) + " is " + sizeText(n, cols) + ", expected a square matrix");
  reader.expectRoom(static_cast<std::size_t>(n), std::string(vector) + " (" + std::to_string(n) + ")");
  return readStored(reader, name, storage, n, n);
}

}  // namespace nsds::problems
