#include "nsds/problems/file_error.hpp"

#include "file_text.hpp"

namespace nsds::problems {

FileError::FileError(const std::string& file, int line, const std::string& message)
    : std::runtime_error(text::located(file, line, 0, message)),
      file_(file),
      line_(line),
      message_(message) {}

}  // namespace nsds::problems
