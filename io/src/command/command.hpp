// What the subcommands share.
#pragma once

#include <stdexcept>

#include "command_line.hpp"

namespace nsds::command {

enum ExitStatus { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

/// Wrong usage that the command line parser cannot see, such as the name of a solver that does not exist.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each adds a subcommand that sets the exit status when it runs. It throws UsageError for wrong usage and any
// other exception for a failure.
void addRun(command_line::Program& program, int& exitStatus);
void addSolve(command_line::Program& program, int& exitStatus);
void addSolvers(command_line::Program& program, int& exitStatus);
void addPlot(command_line::Program& program, int& exitStatus);
void addInfo(command_line::Program& program, int& exitStatus);
void addConvert(command_line::Program& program, int& exitStatus);
void addView(command_line::Program& program, int& exitStatus);
void addStudy(command_line::Program& program, int& exitStatus);
void addCompare(command_line::Program& program, int& exitStatus);
void addManual(command_line::Program& program, int& exitStatus);

}  // namespace nsds::command
