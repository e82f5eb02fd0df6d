// The subcommands that the command executes itself.
#pragma once

#include "command/common/lines.hpp"
#include "command_line.hpp"
#include "companion.hpp"

namespace nsds::command {

// Each adds a subcommand that sets the exit status when it runs. It throws UsageError for wrong usage and any
// other exception for a failure.
void addPlot(command_line::Program& program, int& exitStatus);
void addInfo(command_line::Program& program, int& exitStatus);
void addView(command_line::Program& program, int& exitStatus);
void addCompare(command_line::Program& program, int& exitStatus);
void addManual(command_line::Program& program, int& exitStatus);

// Return the exit status. What other formats are read or written for is the companion's: scenes, series.
int run(const RunLine& line, const Companion& formats);
int convert(const ConvertLine& line, const Companion& formats);

}  // namespace nsds::command
