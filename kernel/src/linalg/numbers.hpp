// Limits of double precision by their short names, and the width of an index in flat records.
#pragma once

#include <cstdint>
#include <limits>

#include "nsds/kernel/types.hpp"

namespace nsds {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
/// The distance from 1 to the next larger number.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Records of systems and contacts hold indices of 32 bits.
inline std::int32_t asInt(Index value) {
  return static_cast<std::int32_t>(value);
}

}  // namespace nsds
