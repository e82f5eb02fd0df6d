// Finds the folder of the command, and the folders and programs that are installed or built beside it.
#pragma once

#include <filesystem>
#include <optional>

namespace nsds::command {

/// Programs that users do not start themselves are installed in this folder, a path relative to that of the command.
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
