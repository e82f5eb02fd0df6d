// Opening text files, and the form of messages about them. Every reader has an exception of its own: it hands
// over refuse(message), which throws it.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace nsds::text {

/// "FILE:LINE:COLUMN: message"; line and column count from 1 and are left out where they are 0.
inline std::string located(const std::string& file, int line, int column, const std::string& message) {
  std::string text = file;
  if (line > 0) text.append(":").append(std::to_string(line));
  if (line > 0 && column > 0) text.append(":").append(std::to_string(column));
  return text.append(": ").append(message);
}

template <typename Refuse>
std::ifstream openForReading(const std::filesystem::path& file, const Refuse& refuse) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) refuse("is a folder, not a file");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) refuse(std::string("cannot be opened: ") + std::strerror(errno));
  return in;
}

/// Opens the file, has write(stream) fill it and makes sure that everything arrived.
template <typename Write, typename Refuse>
void writeFile(const std::filesystem::path& file, const Write& write, const Refuse& refuse) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (!out) refuse(std::string("cannot be opened for writing: ") + std::strerror(errno));
  write(out);
  errno = 0;
  out.flush();
  if (!out)
    refuse(std::string("cannot be written: ") + (errno == 0 ? "is the disk full?" : std::strerror(errno)));
}

}  // namespace nsds::text
