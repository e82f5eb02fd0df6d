// Every folder needs this of numbers and vectors of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace nsds::numerics {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
// The distance from 1 to the next larger number, twice the unit round-off.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

// The power of two beside a positive number, as near as its inverse is normal: multiplying with that is
// exact.
inline double power_of_two(double x) {
  return std::max(std::ldexp(1.0, std::min(std::ilogb(x), 1022)), std::numeric_limits<double>::min());
}

// Part of a whole, 0 of nothing.
inline double ratio(double part, double whole) {
  return part == 0.0 ? 0.0 : part / whole;
}

// x'y, summed from the first to the last.
inline double dot(std::span<const double> x, std::span<const double> y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}

// 0 where there is none; NaN does not count.
inline double largest_magnitude(std::span<const double> x) {
  double found = 0.0;
  for (const double value : x) found = std::max(found, std::fabs(value));
  return found;
}

// Tells whether s is a number that others can be measured in. Quotients of data may have over- or underflown.
inline bool is_unit(double s) {
  return s >= std::numeric_limits<double>::min() && s <= std::numeric_limits<double>::max();
}

}  // namespace nsds::numerics
