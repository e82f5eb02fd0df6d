#include "file_changes.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace nsds::fuzz {

namespace {

// Overwrites so many bytes with a number that means something in a file, or any.
void overwrite(Input& input, std::string& file, std::size_t at) {
  const std::array<std::uint64_t, 10> numbers{
      0, 1, 2, 8, 96, 0x7fffffff, 0x80000000, 0xffffffff, ~std::uint64_t{0}, file.size()};
  const std::size_t width =
      std::array<std::size_t, 3>{1, 4, 8}[static_cast<std::size_t>(input.integer(0, 2))];
  std::uint64_t value = numbers[static_cast<std::size_t>(input.integer(0, 9))];
  if (input.chance(128)) value = static_cast<std::uint64_t>(input.byte()) | std::uint64_t{input.byte()} << 8U;
  for (std::size_t i = 0; i < std::min(width, file.size() - at); ++i)
    file[at + i] = static_cast<char>(value >> 8U * i & 255U);
}

// Long files take a third byte, so that short ones are as they were for the inputs that are kept.
std::size_t place(Input& input, const std::string& file) {
  std::size_t at = std::size_t{input.byte()} << 8U | input.byte();
  if (file.size() > 0x10000) at = at << 8U | input.byte();
  return at % file.size();
}

void change(Input& input, std::string& file) {
  const std::size_t at = place(input, file);
  switch (input.integer(0, 15)) {
    case 0:
      file.resize(1 + at);
      return;
    case 1:
    case 2: {
      const std::size_t from = place(input, file);
      const std::size_t count = std::min({file.size() - at, file.size() - from, std::size_t{input.byte()}});
      std::memmove(file.data() + at, file.data() + from, count);
      return;
    }
    default:
      overwrite(input, file, at);
  }
}

}  // namespace

void change_file(Input& input, std::string& file) {
  for (int changes = input.integer(0, 8); changes > 0; --changes) change(input, file);
}

}  // namespace nsds::fuzz
