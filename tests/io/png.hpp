// What the tests want to know of a picture.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "io/temporary_folder.hpp"

namespace nsds::test {

struct PngSize {
  int width = 0;
  int height = 0;

  bool operator==(const PngSize&) const = default;
};

/// 0 x 0 when the file is not a PNG picture: its signature, then the size in the first chunk, big-endian.
inline PngSize png_size(const std::filesystem::path& file) {
  const std::string bytes = contents(file);
  if (bytes.size() < 24 || bytes.compare(0, 8, "\x89PNG\r\n\x1a\n") != 0) return {};
  const auto number = [&](std::size_t at) {
    int value = 0;
    for (std::size_t i = at; i < at + 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes[i]);
    return value;
  };
  return {number(16), number(20)};
}

/// Whether gnuplot can be run: without it the tests of pictures are skipped.
inline bool has_gnuplot() {
  return std::system("gnuplot --version >/dev/null 2>&1") == 0;
}

}  // namespace nsds::test
