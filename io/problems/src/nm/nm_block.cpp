// Reads block sparse rows, which a file has as counts, cumulative block sizes, row starts, block columns, and
// the blocks one after the other, each behind its number.
#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "limits.hpp"
#include "nm/nm_matrix.hpp"

namespace nsds::problems {

namespace {

// The layout is what the file says before the values.
struct Layout {
  std::vector<std::int32_t> rowOffsets;
  std::vector<std::int32_t> colOffsets;
  std::vector<std::int32_t> rowStarts;
  std::vector<std::int32_t> blockColumns;  // (blocks), in the order of the file
  std::vector<std::int32_t> blockRows;     // (blocks)

  std::size_t blockSize(std::size_t block) const {
    const auto row = static_cast<std::size_t>(blockRows[block]);
    const auto col = static_cast<std::size_t>(blockColumns[block]);
    return static_cast<std::size_t>(rowOffsets[row + 1] - rowOffsets[row]) *
           static_cast<std::size_t>(colOffsets[col + 1] - colOffsets[col]);
  }
};

// The file holds the ends of the blocks; ours begin with 0. The last one must be the size of the matrix.
std::vector<std::int32_t> readOffsets(TextReader& reader, const char* name, std::int32_t count,
                                      std::int32_t size) {
  std::vector<std::int32_t> offsets{0};
  for (std::int32_t i = 0; i < count; ++i) {
    offsets.push_back(reader.integer({name, i}, offsets.back() + 1, size));
  }
  if (offsets.back() != size) {
    reader.fail("expected the last of the " + std::string(name) + "s to be the size of the matrix, " +
                std::to_string(size) + ", found " + std::to_string(offsets.back()));
  }
  return offsets;
}

// Rows that are empty at the end may be missing in the file.
std::vector<std::int32_t> readRowStarts(TextReader& reader, std::int32_t count, std::size_t blockRows,
                                        std::int32_t blocks) {
  std::vector<std::int32_t> starts;
  starts.reserve(blockRows + 1);
  for (std::int32_t i = 0; i < count; ++i) {
    starts.push_back(
        reader.integer({"block row start", i}, starts.empty() ? 0 : starts.back(), i == 0 ? 0 : blocks));
  }
  starts.resize(blockRows + 1, blocks);
  if (starts.back() != blocks) {
    reader.fail("expected the last block row start to be the number of blocks, " + std::to_string(blocks) +
                ", found " + std::to_string(starts.back()));
  }
  return starts;
}

Layout readLayout(TextReader& reader, std::int32_t rows, std::int32_t cols) {
  Layout layout;
  const std::int32_t blocks = reader.integer({"the number of blocks"}, 0, kLargest);
  const std::int32_t blockRows = reader.integer({"the number of block rows"}, 0, rows);
  const std::int32_t blockCols = reader.integer({"the number of block columns"}, 0, cols);
  layout.rowOffsets = readOffsets(reader, "block row end", blockRows, rows);
  layout.colOffsets = readOffsets(reader, "block column end", blockCols, cols);

  const std::int32_t starts = reader.integer({"the number of block row starts"}, 1, blockRows + 1);
  reader.integer({"the number of block columns indices (the number of blocks)"}, blocks, blocks);
  layout.rowStarts = readRowStarts(reader, starts, static_cast<std::size_t>(blockRows), blocks);
  for (std::int32_t k = 0; k < blocks; ++k) {
    layout.blockColumns.push_back(reader.integer({"block column", k}, 0, blockCols - 1));
  }
  for (std::int32_t row = 0; row < blockRows; ++row) {
    layout.blockRows.resize(static_cast<std::size_t>(layout.rowStarts[static_cast<std::size_t>(row) + 1]),
                            row);
  }
  return layout;
}

// Gives where the block of each position lies in the file, when the blocks of a row are sorted by column.
std::vector<std::size_t> sortedOrder(TextReader& reader, const Layout& layout) {
  std::vector<std::size_t> order(layout.blockColumns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto place = [&](std::size_t k) { return std::pair(layout.blockRows[k], layout.blockColumns[k]); };
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return place(a) < place(b); });
  const auto twin =
      std::adjacent_find(order.begin(), order.end(), [&](auto a, auto b) { return place(a) == place(b); });
  if (twin != order.end()) {
    reader.fail("block row " + std::to_string(layout.blockRows[*twin]) + " has two blocks in block column " +
                std::to_string(layout.blockColumns[*twin]));
  }
  return order;
}

}  // namespace

Matrix readBlockMatrix(TextReader& reader, std::int32_t rows, std::int32_t cols) {
  const Layout layout = readLayout(reader, rows, cols);
  const std::vector<std::size_t> order = sortedOrder(reader, layout);

  std::vector<std::vector<double>> blocks;
  for (std::size_t k = 0; k < order.size(); ++k) {
    reader.integer({"the number of the block"}, static_cast<std::int32_t>(k), static_cast<std::int32_t>(k));
    blocks.push_back(reader.numbers("block value", layout.blockSize(k)));
  }

  BsrArrays arrays{layout.rowOffsets, layout.colOffsets, layout.rowStarts, {}, {0}, {}};
  for (const std::size_t k : order) {
    arrays.blockColumns.push_back(layout.blockColumns[k]);
    arrays.values.insert(arrays.values.end(), blocks[k].begin(), blocks[k].end());
    if (arrays.values.size() > static_cast<std::size_t>(kLargest))
      reader.fail("the matrix has too many values");
    arrays.valueStarts.push_back(static_cast<std::int32_t>(arrays.values.size()));
  }
  return Matrix::bsr(std::move(arrays));
}

}  // namespace nsds::problems
