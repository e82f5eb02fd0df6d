#include "vtk/new_folder.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <regex>
#include <utility>

#include "nsds/io/vtk.hpp"

namespace nsds::io::vtk {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& file, const std::string& message) {
  throw VtkError(fmt::format("{}: {}", file.string(), message));
}

fs::path beside(const fs::path& target, const char* suffix) {
  return target.string() + fmt::format(".{}.{}", getpid(), suffix);
}

/// What is replaced was written by a conversion before: the files of somebody else are not touched.
void requireSeries(const fs::path& folder) {
  static const std::regex name("(bodies|contacts|joints|fixed)_[0-9]{6,}\\.vtp");
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  if (!fs::is_directory(folder, error)) fail(folder, "is no folder, and that of the series has this name");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string found = entry->path().filename().string();
    if (!std::regex_match(found, name))
      fail(folder, fmt::format("holds {}, which is not of a series: choose another name", found));
  }
  if (error) fail(folder, fmt::format("cannot be read: {}", error.message()));
}

}  // namespace

NewFolder::NewFolder(fs::path target) : target_(std::move(target)), path_(beside(target_, "part")) {
  requireSeries(target_);
  std::error_code error;
  if (!fs::create_directory(path_, error))
    fail(error ? target_ : path_, fmt::format("cannot be made: {}", error ? error.message() : "it is there"));
}

NewFolder::~NewFolder() {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

void NewFolder::putInPlace() {
  std::error_code error;
  const fs::path old = beside(target_, "old");
  const bool replaces = fs::exists(target_, error);
  if (replaces) fs::rename(target_, old, error);
  if (!error) fs::rename(path_, target_, error);
  if (error) {
    std::error_code ignored;
    if (replaces) fs::rename(old, target_, ignored);
    fail(target_, fmt::format("cannot be written: {}", error.message()));
  }
  path_.clear();
  if (replaces) fs::remove_all(old, error);
}

fs::path nameOf(const char* part, std::size_t number) {
  return fmt::format("{}_{:06}.vtp", part, number);
}

}  // namespace nsds::io::vtk
