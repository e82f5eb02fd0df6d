// Limits of double precision by their short names, what is beyond them, and the width of an index in flat records.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "nsds/kernel/types.hpp"

namespace nsds {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double notANumber = std::numeric_limits<double>::quiet_NaN();
/// The distance from 1 to the next larger number.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// What of the defect of a row is not the rounding of its terms, whose sizes add up to `rounded`, relative to `terms`, which
/// the defect is to be small beside; infinite if it is no number.
inline double beyondRounding(double defect, double rounded, double terms) {
  const double beyond = std::abs(defect) - 16.0 * epsilon * rounded;  // a dozen terms or so
  if (!std::isfinite(beyond)) return infinity;
  return beyond <= 0.0 ? 0.0 : beyond / std::max(terms, beyond);
}

/// Records of systems and contacts hold indices of 32 bits.
inline std::int32_t asInt(Index value) {
  return static_cast<std::int32_t>(value);
}

}  // namespace nsds
