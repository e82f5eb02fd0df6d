// Reads integers, numbers and texts from an HDF5 file in memory, by their paths "a/b/c". Every fault is a
// FileError that names the path. Values never written are zeros (or the fill value of the file).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nsds::problems {

class Hdf5Reader {
 public:
  /// bytes: of the file, borrowed; file: its name in messages. Throws FileError, as every function does.
  Hdf5Reader(const std::string& bytes, std::string file);
  Hdf5Reader(const Hdf5Reader&) = delete;
  Hdf5Reader& operator=(const Hdf5Reader&) = delete;
  ~Hdf5Reader();

  bool has(const std::string& path);
  /// Reads the one integer of a dataset, in [minimum, maximum].
  std::int32_t integer(const std::string& path, std::int32_t minimum,
                       std::int32_t maximum = std::numeric_limits<std::int32_t>::max());
  std::vector<std::int32_t> integers(const std::string& path);
  /// Finite numbers.
  std::vector<double> numbers(const std::string& path);
  /// Finite numbers, so many.
  std::vector<double> numbers(const std::string& path, std::size_t count);
  /// Nothing where it is absent, or anything but a sound text of fixed length.
  std::optional<std::string> text(const std::string& path);

  [[noreturn]] void fail(const std::string& path, const std::string& message) const;

 private:
  class Library;
  template <class Number>
  std::vector<Number> read(const std::string& path);

  std::string file_;
  std::unique_ptr<Library> library_;
};

/// "64 entries"
std::string entriesText(std::size_t count);

}  // namespace nsds::problems
