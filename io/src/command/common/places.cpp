#include "command/common/places.hpp"

#include <fstream>
#include <string>
#include <system_error>

namespace nsds::command {

std::filesystem::path programFolder() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
}

// A build tree says in a file beside its programs where it is, and nothing installs this file.
std::optional<BuildTree> buildTreeAt(const std::filesystem::path& folder) {
  std::ifstream file(folder / "nsds_build_tree");
  std::string build, examples;
  if (!std::getline(file, build) || !std::getline(file, examples)) return std::nullopt;
  return BuildTree{build, examples};
}

}  // namespace nsds::command
