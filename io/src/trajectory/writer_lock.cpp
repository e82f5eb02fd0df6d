#include "trajectory/writer_lock.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <limits>

#include "trajectory/demand.hpp"

namespace nsds::io {

namespace {

/// A byte that no file has, so that the lock is in nobody's way.
struct flock lockOfWriter() {
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = std::numeric_limits<off_t>::max() - 1;
  lock.l_len = 1;
  return lock;
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& file)
    : descriptor_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  demand(descriptor_ >= 0, "it cannot be opened");
  struct flock lock = lockOfWriter();
  // A lock of the open file, not of the process: closing another descriptor of the file does not lose it.
  if (fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return;
  close(descriptor_);
  throw std::runtime_error("another program is writing it");
}

WriterLock::~WriterLock() {
  close(descriptor_);
}

bool isBeingWritten(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct flock lock = lockOfWriter();
  const bool locked = fcntl(descriptor, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
  close(descriptor);
  return locked;
}

}  // namespace nsds::io
