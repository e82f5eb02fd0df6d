#include "file_contents.hpp"

#include "file_text.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

std::string fileContents(const std::filesystem::path& file) {
  return text::textOf(file, [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace nsds::problems
