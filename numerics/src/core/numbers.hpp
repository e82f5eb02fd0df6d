// What every folder needs of numbers and vectors of them.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace nsds::numerics {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// x'y, summed from the first to the last.
inline double dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

}  // namespace nsds::numerics
