// The options of a run on the command line, the same for programs and for `nsds run`, which hands them on.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace nsds::command_line {

/// The values of the options, as they stand on the command line.
struct RunWords {
  std::string record;
  std::string rate;
  std::string checkpoint;
  std::string every;
  std::string resume;
  std::string steps;
  std::string log;
  std::string report;
  std::string saveFailures;
  bool summary = false;
};

void declareRunOptions(Command& command, RunWords& words);
/// The words that were given, to be handed on to a program.
std::vector<std::string> argumentsOf(const RunWords& words);

}  // namespace nsds::command_line
