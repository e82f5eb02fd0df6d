// Whether a trajectory file is being written: its writer holds a lock of the system on the file, which a process that was
// killed does not. HDF5's own mark stays in a file whose writer was killed.
#pragma once

#include <filesystem>

namespace nsds::io {

/// Makes the file if need be. Returns a descriptor to be closed at the end, -1 where it cannot be opened or is locked.
int lockForWriting(const std::filesystem::path& file);
bool isBeingWritten(const std::filesystem::path& file);

}  // namespace nsds::io
