// Declares the subcommands that nsds-formats executes: they read or write problem files and files of other programs.
#pragma once

#include "command/common/lines.hpp"

namespace nsds::command {

// Return the exit status, and throw UsageError for wrong usage and any other exception for a failure.
int runScene(const RunLine& line);
int writeSeries(const ConvertLine& line);
int solve(const SolveLine& line);
int describeSolvers(const SolversLine& line);

}  // namespace nsds::command
