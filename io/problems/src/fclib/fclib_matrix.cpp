#include "fclib/fclib_matrix.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "sparse_entries.hpp"

namespace nsds::problems {

namespace {

// The member nz is the number of triplets, or one of these where the matrix is compressed.
constexpr std::int32_t kColumns = -1, kRows = -2;

void expectSize(Hdf5Reader& reader, const std::string& path, const char* what, std::int32_t size) {
  const std::int32_t found = reader.integer(path, 0);
  if (found != size)
    reader.fail(path, "expected " + std::to_string(size) + ' ' + what + ", found " + std::to_string(found));
}

// Arrays may be longer than what is used of them.
template <class Number>
void cut(Hdf5Reader& reader, const std::string& path, std::vector<Number>& values, std::size_t count) {
  if (values.size() < count)
    reader.fail(path, "expected " + entriesText(count) + ", found " + std::to_string(values.size()));
  values.resize(count);
}

void expectRange(Hdf5Reader& reader, const std::string& path, const std::vector<std::int32_t>& indices,
                 std::int32_t range) {
  for (std::size_t k = 0; k < indices.size(); ++k)
    if (indices[k] < 0 || indices[k] >= range)
      reader.fail(path, "entry " + std::to_string(k) + ", an index from 0 to " + std::to_string(range - 1) +
                            ", is " + std::to_string(indices[k]));
}

// Gives the column (or row) of each entry, from where in the list of entries each of them starts.
std::vector<std::int32_t> expand(Hdf5Reader& reader, const std::string& path,
                                 std::vector<std::int32_t> starts, std::int32_t parts, std::size_t room) {
  const auto count = static_cast<std::size_t>(parts);
  cut(reader, path, starts, count + 1);
  if (starts[0] != 0) reader.fail(path, "entry 0 is not 0");
  for (std::size_t k = 0; k < count; ++k)
    if (starts[k + 1] < starts[k])
      reader.fail(path, "entry " + std::to_string(k + 1) + " is less than the one before");
  if (static_cast<std::size_t>(starts[count]) > room)
    reader.fail(path, "entry " + std::to_string(count) + ", the number of entries of the matrix, is " +
                          std::to_string(starts[count]) + "; i and x have " + std::to_string(room));
  std::vector<std::int32_t> indices;
  for (std::size_t k = 0; k < count; ++k)
    indices.resize(static_cast<std::size_t>(starts[k + 1]), static_cast<std::int32_t>(k));
  return indices;
}

SparseEntries readEntries(Hdf5Reader& reader, const std::string& group, std::int32_t rows,
                          std::int32_t cols) {
  expectSize(reader, group + "/m", "rows", rows);
  expectSize(reader, group + "/n", "columns", cols);
  const std::int32_t nz = reader.integer(group + "/nz", kRows);
  std::vector<std::int32_t> p = reader.integers(group + "/p");
  std::vector<std::int32_t> i = reader.integers(group + "/i");
  std::vector<double> x = reader.numbers(group + "/x");
  if (nz >= 0) {
    cut(reader, group + "/p", p, static_cast<std::size_t>(nz));
  } else {
    p = expand(reader, group + "/p", std::move(p), nz == kColumns ? cols : rows,
               std::min(i.size(), x.size()));
  }
  cut(reader, group + "/i", i, p.size());
  cut(reader, group + "/x", x, p.size());
  expectRange(reader, group + "/i", i, nz == kRows ? cols : rows);
  if (nz >= 0) expectRange(reader, group + "/p", p, cols);
  if (nz == kRows) std::swap(i, p);
  return {std::move(i), std::move(p), std::move(x)};
}

Matrix compressed(Hdf5Reader& reader, const std::string& group, const SparseEntries& entries,
                  std::int32_t rows, std::int32_t cols) {
  try {
    return Matrix::csc(rows, cols, compressColumns(entries, rows, cols));
  } catch (const std::invalid_argument& error) {
    reader.fail(group, std::string("is not a valid matrix: ") + error.what());
  }
}

void writeEntries(Hdf5Writer& writer, const std::string& group, const SparseEntries& entries,
                  std::int32_t rows, std::int32_t cols, FclibForm form) {
  const std::size_t count = entries.values.size();
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    throw std::invalid_argument("a matrix has more entries than an FCLIB file can count");
  writer.group(group);
  writer.integer(group + "/nzmax", static_cast<std::int32_t>(count));
  writer.integer(group + "/m", rows);
  writer.integer(group + "/n", cols);
  if (form == FclibForm::triplets) {
    writer.integer(group + "/nz", static_cast<std::int32_t>(count));
    writer.integers(group + "/p", entries.cols);
    writer.integers(group + "/i", entries.rows);
    writer.numbers(group + "/x", entries.values);
    return;
  }
  // The rows of a matrix are the columns of its transpose.
  const CscArrays transpose = compressColumns({entries.cols, entries.rows, entries.values}, cols, rows);
  writer.integer(group + "/nz", kRows);
  writer.integers(group + "/p", transpose.columnStarts);
  writer.integers(group + "/i", transpose.rowIndices);
  writer.numbers(group + "/x", transpose.values);
}

// Throws std::invalid_argument.
SparseEntries checkedEntries(const nsds_matrix& matrix) {
  std::array<char, 256> message{};
  if (nsds_matrix_check(&matrix, message.data(), message.size()) != NSDS_OK)
    throw std::invalid_argument(message.data());
  if (matrix.storage == NSDS_OPERATOR)
    throw std::invalid_argument("a matrix given by its product (NSDS_OPERATOR) has no file form");
  return entriesOf(matrix);
}

}  // namespace

Matrix readFclibMatrix(Hdf5Reader& reader, const std::string& path, std::int32_t rows, std::int32_t cols) {
  return compressed(reader, path, readEntries(reader, path, rows, cols), rows, cols);
}

Matrix readFclibTranspose(Hdf5Reader& reader, const std::string& path, std::int32_t rows, std::int32_t cols) {
  SparseEntries entries = readEntries(reader, path, cols, rows);
  std::swap(entries.rows, entries.cols);
  return compressed(reader, path, entries, rows, cols);
}

void writeFclibMatrix(Hdf5Writer& writer, const std::string& path, const nsds_matrix& matrix,
                      FclibForm form) {
  writeEntries(writer, path, checkedEntries(matrix), matrix.rows, matrix.cols, form);
}

void writeFclibTranspose(Hdf5Writer& writer, const std::string& path, const nsds_matrix& matrix,
                         FclibForm form) {
  SparseEntries entries = checkedEntries(matrix);
  std::swap(entries.rows, entries.cols);
  writeEntries(writer, path, entries, matrix.cols, matrix.rows, form);
}

}  // namespace nsds::problems
