// Finds the example programs that belong to this command.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "command_line.hpp"

namespace nsds::command {

struct Examples {
  std::vector<std::filesystem::path> programs;  ///< sorted by name
  std::vector<std::string> notBuilt;  ///< names, sorted; none where the command is not that of a build tree
  std::filesystem::path sources;      ///< their folder in the source tree of a build tree, else empty
};

Examples findExamples();

/// What an example shows, in the sentence that its --json has; empty where it has none.
std::string summaryOf(const std::filesystem::path& program);

// Lists the words that a shell offers to complete a line of nsds run.
std::vector<std::string> exampleChoices(const command_line::Given& given);
/// "h=": the parameters of the example that the line names.
std::vector<std::string> parameterChoices(const command_line::Given& given);

}  // namespace nsds::command
