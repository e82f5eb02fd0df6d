// Writes groups, integers, numbers and texts into an HDF5 file in memory, in the form that FCLIB's files
// have: the first format of HDF5, every dataset in one piece. The same contents give the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace nsds::problems {

class Hdf5Writer {
 public:
  /// Throws std::runtime_error where the HDF5 library fails, as every function does.
  Hdf5Writer();
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;
  ~Hdf5Writer();

  /// path: "a/b"; the group it is in must be there, for every function.
  void group(const std::string& path);
  void integer(const std::string& path, std::int32_t value);
  void integers(const std::string& path, std::span<const std::int32_t> values);
  void numbers(const std::string& path, std::span<const double> values);
  void text(const std::string& path, const std::string& value);

  /// The file as it is now.
  std::string bytes();

 private:
  class Library;
  std::unique_ptr<Library> library_;
};

}  // namespace nsds::problems
