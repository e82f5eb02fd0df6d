// The mark of HDF5 in a file that is being written in its mode of one writer and many readers. A writer that is killed
// leaves it, and other programs then refuse the file.
#pragma once

#include <filesystem>

namespace nsds::io {

/// Takes the mark away. To be called within a Hdf5Session, for a file that nobody writes. Returns false where the file
/// cannot be opened for that.
bool clearMark(const std::filesystem::path& file);

}  // namespace nsds::io
