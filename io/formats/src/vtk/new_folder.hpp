// A folder that appears with all its files, or not at all.
#pragma once

#include <filesystem>

namespace nsds::io::vtk {

class NewFolder {
 public:
  /// Makes an unfinished folder beside the target. Errors (of all functions): VtkError; here also where the target is there
  /// and holds anything but the files of a series.
  explicit NewFolder(std::filesystem::path target);
  /// Removes what has not been put in place.
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& target() const { return target_; }
  /// Takes the place of the target.
  void putInPlace();

 private:
  std::filesystem::path target_;
  std::filesystem::path path_;
};

/// bodies_000012.vtp. The names say what belongs to a series.
std::filesystem::path nameOf(const char* part, std::size_t number);

}  // namespace nsds::io::vtk
