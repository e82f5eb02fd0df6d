// Tables from files of either kind: CSV, or a trajectory of HDF5.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "nsds/io/trajectory.hpp"

namespace nsds::command {

/// columns: these behind the first, all if none are named. Throws what reading does; std::out_of_range for a name that is
/// not there.
io::Trajectory readTable(const std::filesystem::path& file, const std::vector<std::string>& columns = {},
                         std::size_t stride = 1);

}  // namespace nsds::command
