// What the completion of a shell asks the command for, and the values that subcommands offer it.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"

namespace nsds::command {

/// Prints what may stand at the end of the line "nsds WORDS...": a word, a tab and what it means, one a line. A line
/// without a word says that names of files fit too; behind its tab is the extension that they have, if any.
void printCompletion(const command_line::Description& program, const std::vector<std::string>& words);

std::vector<std::string> classChoices(const command_line::Given& given);
/// The solvers of --class, or of every class.
std::vector<std::string> solverChoices(const command_line::Given& given);
/// Those that nsds solve takes.
std::vector<std::string> fileClassChoices(const command_line::Given& given);
/// "tolerance=": the options of --solver and --class, where these are on the line.
std::vector<std::string> solverOptionChoices(const command_line::Given& given);

}  // namespace nsds::command
