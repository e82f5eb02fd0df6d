#include "view/series.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "view/planes.hpp"

namespace nsds::io::view {

namespace {

// Rows of a table that are kept: several for each pixel of a wide screen. A table of 20 columns then takes about a
// megabyte of the page.
constexpr std::size_t kRows = 12'000;

}  // namespace

std::vector<std::size_t> rowsToShow(const Trajectory& table) {
  const std::size_t rows = table.rowCount();
  const std::size_t columns = table.columnCount();
  std::vector<std::size_t> kept;
  if (rows <= kRows) {
    kept.resize(rows);
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    return kept;
  }
  const std::size_t parts = std::max<std::size_t>(kRows / (2 * (columns - 1)), 200);
  kept.push_back(0);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t begin = part * rows / parts;
    const std::size_t end = (part + 1) * rows / parts;
    for (std::size_t column = 1; begin < end && column < columns; ++column) {
      std::size_t least = begin, most = begin;
      for (std::size_t row = begin; row < end; ++row) {
        // Written so that a number takes the place of a NaN.
        if (!(table.row(row)[column] >= table.row(least)[column])) least = row;
        if (!(table.row(row)[column] <= table.row(most)[column])) most = row;
      }
      kept.push_back(least);
      kept.push_back(most);
    }
  }
  kept.push_back(rows - 1);
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

std::string encodeRows(const Trajectory& table, const std::vector<std::size_t>& rows) {
  std::string bytes;
  std::vector<std::uint64_t> column(rows.size());
  for (std::size_t j = 0; j < table.columnCount(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      column[i] = std::bit_cast<std::uint64_t>(table.row(rows[i])[j]);
    appendPlanes(bytes, column, 8);
  }
  return bytes;
}

}  // namespace nsds::io::view
