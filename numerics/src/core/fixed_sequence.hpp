// Numbers that are spread like random ones and are the same in every call, by linear congruences [Knuth 1997, The Art
// of Computer Programming 2, 3.3.4].
#pragma once

#include <cstdint>

namespace nsds::numerics {

class FixedSequence {
 public:
  // number: which of many sequences.
  explicit FixedSequence(std::uint64_t number) : state_(number) {}

  // Draws a number in [0, 1).
  double draw() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state_ >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace nsds::numerics
