#include "table_file.hpp"

#include "nsds/io/trajectory_file.hpp"

namespace nsds::command {

namespace {

/// Every so many rows, and the columns named behind the first one.
io::Trajectory partOf(const io::Trajectory& table, const std::vector<std::string>& columns,
                      std::size_t stride) {
  std::vector<std::size_t> places;
  std::vector<io::Column> header;
  const auto add = [&](std::size_t place) {
    places.push_back(place);
    header.push_back(table.columns()[place]);
  };
  if (columns.empty()) {
    for (std::size_t k = 0; k < table.columnCount(); ++k) add(k);
  } else {
    add(0);
    for (const std::string& name : columns)
      if (const std::size_t place = table.find(name); place != 0) add(place);
  }
  io::Trajectory part(header);
  std::vector<double> row(places.size());
  for (std::size_t k = 0; k < table.rowCount(); k += stride) {
    for (std::size_t i = 0; i < places.size(); ++i) row[i] = table.at(k, places[i]);
    part.append(row);
  }
  return part;
}

}  // namespace

io::Trajectory readTable(const std::filesystem::path& file, const std::vector<std::string>& columns,
                         std::size_t stride) {
  if (io::TrajectoryFile::looksLikeOne(file)) return io::TrajectoryFile(file).table(columns, stride);
  return partOf(io::Trajectory::readCsv(file), columns, stride);
}

}  // namespace nsds::command
