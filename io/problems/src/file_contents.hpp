// Reads all bytes of a file.
#pragma once

#include <filesystem>
#include <string>

namespace nsds::problems {

/// Throws FileError when it cannot be opened or read.
std::string fileContents(const std::filesystem::path& file);

}  // namespace nsds::problems
