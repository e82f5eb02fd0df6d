#include "file_contents.hpp"

#include <fstream>
#include <iterator>

#include "file_text.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

std::string fileContents(const std::filesystem::path& file) {
  const auto refuse = [&](const std::string& message) { throw FileError(file.string(), 0, message); };
  std::ifstream in = text::openForReading(file, refuse);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) refuse("cannot be read");
  return bytes;
}

}  // namespace nsds::problems
