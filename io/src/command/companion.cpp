#include "companion.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "command/common/places.hpp"

namespace nsds::command {

namespace {

/// Why the companion is not there, and what helps.
std::string absence(const std::string& name, const std::filesystem::path& folder) {
  if (const auto tree = buildTreeAt(folder)) {
    return fmt::format(R"({} is not built; this builds it: cmake --build "{}" --target {})", name,
                       tree->build.string(), name);
  }
  return fmt::format("{} is not installed: it belongs in {}, with the component \"command\"", name,
                     (folder / kPrivatePrograms).lexically_normal().string());
}

}  // namespace

void Companion::become() const {
  const std::filesystem::path folder = programFolder();
  std::fflush(nullptr);
  for (const char* place : {".", kPrivatePrograms}) {
    execv((folder / place / name_).c_str(), argv_);
    if (errno != ENOENT && errno != ENOTDIR)
      throw std::runtime_error(fmt::format("{}: cannot be started: {}", name_, std::strerror(errno)));
  }
  throw std::runtime_error(absence(name_, folder));
}

}  // namespace nsds::command
