// The bounds of what a problem file may hold.
#pragma once

#include <cstdint>
#include <limits>

namespace nsds::problems {

/// The largest size and count.
inline constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace nsds::problems
