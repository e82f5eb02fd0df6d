// Whether a trajectory file is being written: its writer holds a lock of the system on the file, which a process that was
// killed does not. HDF5's own mark stays in a file whose writer was killed.
#pragma once

#include <filesystem>

namespace nsds::io {

/// Holds the lock of a writer, and makes the file if need be.
class WriterLock {
 public:
  /// Throws std::runtime_error where the file cannot be opened or is locked.
  explicit WriterLock(const std::filesystem::path& file);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

bool isBeingWritten(const std::filesystem::path& file);

}  // namespace nsds::io
