// The text `structure` of a trajectory, read.
#pragma once

#include <string_view>
#include <vector>

#include "nsds/io/trajectory_file.hpp"

namespace nsds::io {

struct RecordedStructure {
  std::vector<RecordedSystem> systems;
  std::vector<RecordedLink> links;
  std::vector<RecordedShape> shapes;
};

/// Lines of frames from `frames` on, and one that is not complete, are left out: they belong to what was not flushed.
/// Throws std::runtime_error naming the line.
RecordedStructure structureOf(std::string_view text, std::size_t frames);

}  // namespace nsds::io
