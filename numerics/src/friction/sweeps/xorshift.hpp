// Random numbers for restarts: a generator of its own, which gives the same numbers in every call [xorshift,
// Marsaglia 2003, J. Stat. Softw. 8].
#pragma once

#include <cstdint>

namespace nsds::numerics::friction {

class Xorshift {
 public:
  // number: which of many sequences, from 1.
  explicit Xorshift(std::uint64_t number) : state_(0x9e3779b97f4a7c15U * number) {}

  // Draws a number in [0, 1).
  double draw() {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return static_cast<double>(state_ >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_;
};

}  // namespace nsds::numerics::friction
