// What this build of the command is.
#pragma once

#include <string>

namespace nsds::command {

/// The version in the first line; then how it was built, with which switches, and with which libraries.
std::string versionText();

}  // namespace nsds::command
