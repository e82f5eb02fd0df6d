// Where the command lies, and what lies around it.
#pragma once

#include <filesystem>
#include <optional>

namespace nsds::command {

/// Where an installation has programs that users do not start themselves, seen from the folder of the command.
inline constexpr const char* kPrivatePrograms = NSDS_PRIVATE_PROGRAMS_FROM_BINDIR;

/// The folder of this program, links followed.
std::filesystem::path programFolder();

struct BuildTree {
  std::filesystem::path build;     ///< its folder
  std::filesystem::path examples;  ///< the folder of their sources
};

/// The build tree to which the programs in this folder belong; none where they are installed.
std::optional<BuildTree> buildTreeAt(const std::filesystem::path& folder);

}  // namespace nsds::command
