// Norms of vectors that are written down entry by entry, and of differences.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "nsds/numerics/export.h"

namespace nsds::numerics {

// The norm of (entry(0), ..., entry(count - 1)), whose squares have that sum. std::hypot, which is many times slower, serves where
// squares leave the range of numbers.
template <class Entry>
double root_of_squares(double sum, std::size_t count, const Entry& entry) noexcept {
  if (sum > 1e-290 && sum < 1e290) return std::sqrt(sum);
  double norm = 0.0;
  for (std::size_t i = 0; i < count; ++i)
    if (const double value = entry(i); value != 0.0) norm = std::hypot(norm, value);
  return norm;
}

// The norm of (entry(0), ..., entry(count - 1)).
template <class Entry>
double euclidean_norm(std::size_t count, const Entry& entry) noexcept {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const double value = entry(i);
    sum += value * value;
  }
  return root_of_squares(sum, count, entry);
}

// |x - y|, of vectors of one size.
NSDS_NUMERICS_API double euclidean_distance(std::span<const double> x, std::span<const double> y) noexcept;

// max_i |x_i - y_i|, of finite vectors of one size.
double largest_difference(std::span<const double> x, std::span<const double> y) noexcept;

}  // namespace nsds::numerics
