// A reference trajectory: a text file with a line "rows columns" and one line of numbers a row.
#pragma once

#include <string>
#include <vector>

namespace nsds::test {

struct Table {
  std::size_t columns = 0;
  std::vector<std::vector<double>> rows;  // (rows x columns)
};

/// path: below $NSDS_TEST_DATA/reference. Throws std::runtime_error if the file is missing, or its numbers do
/// not fill the table it announces.
Table readReference(const std::string& path);

/// The numbers of a file without that line, of which `columns` are a row. Throws likewise.
Table readReferenceRows(const std::string& path, std::size_t columns);

}  // namespace nsds::test
