// Declares the exit statuses, errors and helpers that all subcommands share.
#pragma once

#include <stdexcept>

#include "command_line.hpp"

namespace nsds::command {

enum ExitStatus { kSuccess = 0, kFailure = 1, kWrongUsage = 2 };

/// Wrong usage that the command line parser cannot see, such as the name of a solver that does not exist.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace nsds::command
