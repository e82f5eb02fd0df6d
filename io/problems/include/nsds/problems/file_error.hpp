// This is the one exception of reading and writing problem files.
#pragma once

#include <stdexcept>
#include <string>

#include "nsds/problems/export.hpp"

namespace nsds::problems {

/// A file that cannot be read or written. what() is "FILE:LINE: what was expected and what was found",
/// without the line where the whole file is meant, and "FILE:LINE:COLUMN: ..." from readers of files whose
/// columns mean something.
class NSDS_PROBLEMS_API FileError : public std::runtime_error {
 public:
  /// line: counted from 1; 0 when the file as a whole is at fault.
  FileError(const std::string& file, int line, const std::string& message);
  /// column: counted from 1 in bytes; 0 when the line as a whole is at fault.
  FileError(const std::string& file, int line, int column, const std::string& message);

  const std::string& file() const noexcept { return file_; }
  int line() const noexcept { return line_; }
  int column() const noexcept { return column_; }
  /// what() without the place: what was expected and what was found.
  const std::string& message() const noexcept { return message_; }

 private:
  std::string file_;
  int line_;
  int column_;
  std::string message_;
};

}  // namespace nsds::problems
