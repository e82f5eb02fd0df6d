// Sparse entries as CSparse prints them: an origin, a banner line, a header "M-by-N, nzmax: X nnz: Y", then
//   triplet             "row col : value"
//   compressed columns  "col j : locations a to b", then its lines "row : value"
//   compressed rows     "row i : locations a to b", then its lines "col : value"
#include <string>
#include <utility>

#include "limits.hpp"
#include "nm/nm_matrix.hpp"
#include "sparse_entries.hpp"

namespace nsds::problems {

namespace {

enum Origin { kTriplet = 1, kColumns = 2, kRows = 3 };

// "12," -> 12: the header glues a comma to some of its numbers.
std::int32_t headerCount(TextReader& reader) {
  std::string word(reader.word({"the number of entries (nnz)"}));
  if (word.ends_with(',')) word.pop_back();
  try {
    std::size_t used = 0;
    const long long count = std::stoll(word, &used);
    if (used == word.size() && count >= 0 && count < kLargest) return static_cast<std::int32_t>(count);
  } catch (const std::exception&) {  // reported below, like a number out of range
  }
  reader.fail("expected the number of entries (nnz), an integer >= 0, found \"" + word + "\"");
}

// Reads the banner and the header; returns the number of entries.
std::int32_t readHeader(TextReader& reader, Origin origin, const std::string& name, std::int32_t rows,
                        std::int32_t cols) {
  const std::string size = std::to_string(rows) + "-by-" + std::to_string(cols) + ",";
  const std::string header =
      "in front of the entries of " + name + ", a sparse matrix of size " + sizeText(rows, cols);
  const bool banner = reader.peek().starts_with("CSparse");
  if (banner) reader.skipLine();
  if (origin == kTriplet) reader.expect("triplet:", header);
  if (origin == kRows) reader.expect("csr:", header);
  reader.expect(size, header);
  reader.expect("nzmax:", header);
  reader.word({"the room for entries (nzmax)"});
  reader.expect("nnz:", header);
  const std::int32_t count = headerCount(reader);
  reader.skipLine();
  return count;
}

SparseEntries readTriplets(TextReader& reader, std::int32_t count, std::int32_t rows, std::int32_t cols) {
  SparseEntries entries;
  for (std::int32_t k = 0; k < count; ++k) {
    const std::int32_t row = reader.integer({"the row of entry", k}, 0, rows - 1);
    const std::int32_t col = reader.integer({"the column of entry", k}, 0, cols - 1);
    reader.expect(":");
    entries.add(row, col, reader.number({"the value of entry", k}));
  }
  return entries;
}

// keyword: "col" or "row", the direction that is compressed; majors: how many there are. For rows these are
// the entries of the transpose.
SparseEntries readCompressed(TextReader& reader, const char* keyword, std::int32_t count, std::int32_t majors,
                             std::int32_t minors) {
  SparseEntries entries;
  std::int32_t read = 0;
  for (std::int32_t j = 0; j < majors; ++j) {
    reader.expect(keyword);
    reader.integer({keyword}, j, j);
    reader.expect(":");
    reader.expect("locations");
    reader.integer({"the first location"}, read, read);
    reader.expect("to");
    const std::int32_t last = reader.integer({"the last location"}, read - 1, count - 1);
    for (; read <= last; ++read) {
      const std::int32_t minor = reader.integer({"the index of entry", read}, 0, minors - 1);
      reader.expect(":");
      entries.add(minor, j, reader.number({"the value of entry", read}));
    }
  }
  if (read != count) {
    reader.fail("expected " + std::to_string(count) + " entries, found " + std::to_string(read));
  }
  return entries;
}

}  // namespace

Matrix readSparseMatrix(TextReader& reader, const std::string& name, std::int32_t rows, std::int32_t cols) {
  const std::string form =
      "the form of the entries of the sparse matrix " + name + " (1 triplets, 2 columns, 3 rows)";
  const auto origin = static_cast<Origin>(reader.integer({form.c_str()}, kTriplet, kRows));
  const std::int32_t count = readHeader(reader, origin, name, rows, cols);
  SparseEntries entries;
  switch (origin) {
    case kTriplet:
      entries = readTriplets(reader, count, rows, cols);
      break;
    case kColumns:
      entries = readCompressed(reader, "col", count, cols, rows);
      break;
    case kRows:
      entries = readCompressed(reader, "row", count, rows, cols);
      std::swap(entries.rows, entries.cols);
      break;
  }
  return Matrix::csc(rows, cols, compressColumns(entries, rows, cols));
}

}  // namespace nsds::problems
