// Writes a problem of any class to a file.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>

#include "file_text.hpp"
#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

/// write: the function that writes the class to a stream. Throws FileError when the file cannot be written.
template <class Problem>
void writeProblemFile(const std::filesystem::path& file, const Problem& problem,
                      void (*write)(std::ostream&, const Problem&)) {
  text::writeFile(
      file, [&](std::ostream& out) { write(out, problem); },
      [&](const std::string& message) { throw FileError(file.string(), 0, message); });
}

}  // namespace nsds::problems
