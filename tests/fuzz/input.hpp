// The bytes of one input, read as numbers. Where they are used up every reading gives 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace nsds::fuzz {

// How far the numbers of an input go.
enum class Range {
  integers,  // small integers: ties and singular matrices
  moderate,  // and fractions between 1e-3 and 1e3
  extreme,   // and anything finite
  any        // and NaN and the infinities
};

class Input {
 public:
  explicit Input(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  std::uint8_t byte();
  // Both ends included.
  int integer(int low, int high);
  // True for so many of 256 bytes; false where the input is used up.
  bool chance(int of_256) { return 255 - byte() < of_256; }
  double number(Range range);
  std::vector<double> numbers(int count, Range range);

 private:
  double extreme();

  std::span<const std::uint8_t> bytes_;
  std::size_t position_ = 0;
};

}  // namespace nsds::fuzz
