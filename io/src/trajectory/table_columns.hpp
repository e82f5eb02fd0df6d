// Names and units of the columns of a trajectory as a table.
#pragma once

#include <string>
#include <vector>

#include "nsds/io/trajectory_file.hpp"

namespace nsds::io {

/// A column of a table, and where it stands in the file.
struct TableColumn {
  Column column;
  std::string dataset;
  std::size_t at = 0;  // column of the dataset
  Lifetime lifetime;   // in which it is that column
};

/// All columns but the time.
std::vector<TableColumn> tableColumnsOf(const TrajectoryFile& file, const std::vector<Column>& userColumns);

}  // namespace nsds::io
