#include "nm_matrix.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace nsds::problems {

namespace {

constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();

enum NmStorage { kDense = 0, kBlock = 1, kSparse = 2 };

void expectSize(TextReader& reader, const std::string& what, std::int32_t size) {
  const std::int32_t found = reader.integer({what.c_str()}, 0, kLargest);
  if (found != size) {
    reader.fail("expected " + what + " " + std::to_string(size) + ", found " + std::to_string(found));
  }
}

Matrix readDense(TextReader& reader, const std::string& name, std::int32_t rows, std::int32_t cols) {
  expectSize(reader, "the number of rows of " + name + " (again)", rows);
  expectSize(reader, "the number of columns of " + name + " (again)", cols);
  const std::size_t count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
  return Matrix::dense(rows, cols, reader.numbers(name.c_str(), count));
}

std::int32_t readStorage(TextReader& reader, const std::string& name) {
  const std::string storageName = "the storage of " + name;
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
        return readSparseMatrix(reader, rows, cols);
      default:
        return readDense(reader, name, rows, cols);
    }
  } catch (const std::invalid_argument& error) {
    reader.fail(name + " is not a valid matrix: " + error.what());
  }
}

}  // namespace

Matrix readMatrix(TextReader& reader, const char* name, std::int32_t rows, std::int32_t cols) {
  const std::string matrix = name;
  const std::int32_t storage = readStorage(reader, matrix);
  expectSize(reader, "the number of rows of " + matrix, rows);
  expectSize(reader, "the number of columns of " + matrix, cols);
  return readStored(reader, matrix, storage, rows, cols);
}

Matrix readSquareMatrix(TextReader& reader, const char* name, const char* vector) {
  const std::string matrix = name;
  const std::int32_t storage = readStorage(reader, matrix);
  const std::int32_t n = reader.integer({("the number of rows of " + matrix).c_str()}, 0, kLargest);
  expectSize(reader, "the number of columns of " + matrix, n);
  reader.expectRoom(static_cast<std::size_t>(n), std::string(vector) + " (" + std::to_string(n) + ")");
  return readStored(reader, matrix, storage, n, n);
}

}  // namespace nsds::problems
