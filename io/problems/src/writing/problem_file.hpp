// Writes a problem of any class to a file.
#pragma once

#include <filesystem>
#include <ostream>
#include <sstream>
#include <string>

#include "file_text.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

/// write: the function that writes the class to a stream. Throws FileError when the file cannot be written. A
/// problem that has no text form throws before the file is touched.
template <class Problem>
void writeProblemFile(const std::filesystem::path& file, const Problem& problem,
                      void (*write)(std::ostream&, const Problem&)) {
  std::ostringstream text;
  write(text, problem);
  text::writeFile(
      file, [&](std::ostream& out) { out << text.view(); },
      [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace nsds::problems
