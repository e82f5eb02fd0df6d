// The main function of the command and of its companions.
#pragma once

#include <functional>

#include "command_line.hpp"

namespace nsds::command {

/// Adds subcommands, which set the exit status when they run. They throw UsageError for wrong usage and any other exception
/// for a failure.
using AddSubcommands = std::function<void(command_line::Program& program, int& exitStatus)>;

/// Parses the line and runs what it names. Returns the exit status; a failure is told of on the error stream.
int runProgram(int argc, char** argv, const AddSubcommands& add);

}  // namespace nsds::command
