// What the subcommands share.
#pragma once

#include <CLI/CLI.hpp>
#include <stdexcept>

namespace nsds::command {

enum ExitStatus { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

/// Wrong usage that the command line parser cannot see, such as the name of a solver that does not exist.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Each adds a subcommand that sets the exit status when it runs. It throws UsageError for wrong usage and any
// other exception for a failure.
void addRun(CLI::App& app, int& exitStatus);
void addSolve(CLI::App& app, int& exitStatus);
void addSolvers(CLI::App& app, int& exitStatus);
void addPlot(CLI::App& app, int& exitStatus);

}  // namespace nsds::command
