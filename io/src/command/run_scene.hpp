// Runs a scene from a file.
#pragma once

#include <string>
#include <vector>

namespace nsds::command {

struct SceneArguments {
  std::string file;
  std::vector<std::string> settings;  ///< "/path=value"
  std::string output;  ///< of the table; empty: the name of the scene, with .csv, in the present folder
  std::vector<std::string> options;  ///< of the run, as words
};

/// Returns the exit status; throws what io throws.
int runScene(const SceneArguments& arguments);

}  // namespace nsds::command
