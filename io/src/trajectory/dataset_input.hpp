// Reads datasets of a trajectory file.
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "hdf5_handle.hpp"

namespace nsds::io {

/// Functions throw std::runtime_error, and begin a session of the library themselves.
class DatasetInput {
 public:
  explicit DatasetInput(const std::filesystem::path& file);
  ~DatasetInput();
  DatasetInput(const DatasetInput&) = delete;
  DatasetInput& operator=(const DatasetInput&) = delete;

  struct Size {
    std::size_t rows = 0;
    std::size_t columns = 0;  ///< 1 for one dimension; 0 also where there is no such dataset
  };
  bool has(const std::string& path) const;
  bool beingWritten() const { return beingWritten_; }
  Size size(const std::string& path) const;
  std::vector<double> numbers(const std::string& path, std::size_t first, std::size_t count) const;
  std::vector<std::uint64_t> counts(const std::string& path, std::size_t first, std::size_t count) const;
  /// All of a text, in bytes.
  std::string text(const std::string& path) const;

 private:
  Size sizeOf(const hdf5::Hdf5Handle& dataset, const std::string& path) const;
  void read(const std::string& path, hid_t type, std::size_t elementSize, std::size_t first,
            std::size_t count, std::vector<std::byte>& bytes) const;

  bool beingWritten_;  // when it was opened
  hdf5::Hdf5Handle file_{-1, H5Fclose};
};

}  // namespace nsds::io
