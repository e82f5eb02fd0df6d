// Random numbers with the same bits on every platform: the engine is standard, the distributions are ours.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <utility>

namespace nsds::test {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed + 1234567) {}

  // In [low, high), from the upper 53 bits of a draw.
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1.0p-53);
  }

  // Standard normal, one of the pair of Box and Muller (1958); two draws a number.
  double normal() {
    const double radius = std::sqrt(-2.0 * std::log(uniform(1e-300, 1.0)));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(0.0, 1.0));
  }

  // Both ends included.
  int integer(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }

  // Returns 64 bits, each of which is 0 or 1 with equal probability.
  std::uint64_t bits() { return engine_(); }

  // Puts what is in a range in any order [Fisher, Yates 1938].
  template <class Range>
  void shuffle(Range& range) {
    for (std::size_t left = range.size(); left > 1; --left)
      std::swap(range[left - 1], range[static_cast<std::size_t>(engine_() % left)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace nsds::test
