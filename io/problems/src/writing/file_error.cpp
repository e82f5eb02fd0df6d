#include "nsds/problems/file_error.hpp"

#include "file_text.hpp"

namespace nsds::problems {

FileError::FileError(const std::string& file, int line, const std::string& message)
    : FileError(file, line, 0, message) {}

FileError::FileError(const std::string& file, int line, int column, const std::string& message)
    : std::runtime_error(text::located(file, line, column, message)),
      file_(file),
      line_(line),
      column_(column),
      message_(message) {}

}  // namespace nsds::problems
