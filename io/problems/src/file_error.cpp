#include "nsds/problems/file_error.hpp"

namespace nsds::problems {

namespace {

std::string located(const std::string& file, int line, const std::string& message) {
  return line > 0 ? file + ":" + std::to_string(line) + ": " + message : file + ": " + message;
}

}  // namespace

FileError::FileError(const std::string& file, int line, const std::string& message)
    : std::runtime_error(located(file, line, message)), file_(file), line_(line) {}

}  // namespace nsds::problems
