// Decides the copositivity of a small symmetric matrix over all its principal submatrices.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds::numerics::analysis {

inline constexpr std::int32_t largest_hadeler = 18;

struct HadelerAnswer {
  bool strict = false;    // certainly strictly copositive
  std::vector<double> x;  // (n) x >= 0 with x'Tx < 0, certainly; empty if none was found
};

// T: (n x n), symmetric, n <= largest_hadeler. only_strict: no search for x once T is not shown to be strict.
HadelerAnswer hadeler(const std::vector<double>& T, std::int32_t n, bool only_strict);

}  // namespace nsds::numerics::analysis
