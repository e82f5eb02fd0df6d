// Opening text files, and the form of messages about them. Every reader has an exception of its own: it hands
// over refuse(message), which throws it.
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
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

/// Gives all bytes of a file.
template <typename Refuse>
std::string contentsOf(const std::filesystem::path& file, const Refuse& refuse) {
  std::ifstream in = openForReading(file, refuse);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (in.bad()) refuse("cannot be read");
  return bytes;
}

/// Takes the byte-order mark off, with which some editors begin a text in UTF-8.
inline std::string withoutMark(std::string text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  return text;
}

/// Gives a text file, without a byte-order mark.
template <typename Refuse>
std::string textOf(const std::filesystem::path& file, const Refuse& refuse) {
  return withoutMark(contentsOf(file, refuse));
}

/// Refuses a file that writeFile could not open, and leaves it as it is.
template <typename Refuse>
void checkWritable(const std::filesystem::path& file, const Refuse& refuse) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_type type = fs::status(file, ignored).type();
  if (type == fs::file_type::directory) refuse("is a folder, not a file");
  const bool absent = type == fs::file_type::not_found;
  // A pipe or a device is not touched: who reads it would take the closing for the end.
  if (!absent && type != fs::file_type::regular) return;
  errno = 0;
  if (!std::ofstream(file, std::ios::binary | std::ios::app))
    refuse(std::string("cannot be opened for writing: ") + std::strerror(errno));
  if (absent) fs::remove(file, ignored);
}

/// Opens the file, has write(stream) fill it and makes sure that everything arrived.
template <typename Write, typename Refuse>
void writeFile(const std::filesystem::path& file, const Write& write, const Refuse& refuse) {
  errno = 0;
  std::ofstream out(file, std::ios::binary);
  if (!out) refuse(std::string("cannot be opened for writing: ") + std::strerror(errno));
  errno = 0;
  write(out);
  out.flush();
  if (!out)
    refuse(std::string("cannot be written: ") + (errno == 0 ? "is the disk full?" : std::strerror(errno)));
}

}  // namespace nsds::text
