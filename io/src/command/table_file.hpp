// Tables from files of either kind: CSV, or a trajectory of HDF5.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nsds/io/trajectory.hpp"

namespace nsds::command {

/// columns: which ones of a trajectory, all if none are named; a CSV file gives all of its own. Throws what reading does.
io::Trajectory readTable(const std::filesystem::path& file, const std::vector<std::string>& columns = {},
                         std::size_t stride = 1);

}  // namespace nsds::command
