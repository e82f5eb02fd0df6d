// The text `about` of a trajectory file: who wrote it, of what, with which options.
#pragma once

#include <string>
#include <vector>

#include "nsds/io/trajectory.hpp"
#include "nsds/io/trajectory_writer.hpp"

namespace nsds::io {

constexpr const char* kTrajectoryFormat = "nsds trajectory";
constexpr int kTrajectoryVersion = 1;

/// An object of JSON. columns: those of the user; recording: tells this one from others.
std::string aboutText(const Simulation& simulation, const RecordOptions& options,
                      const std::vector<Column>& columns, const std::string& recording);

}  // namespace nsds::io
