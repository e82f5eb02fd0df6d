// Numbers that tests of bounds and of bad input write often.
#pragma once

#include <limits>

namespace nsds::test {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace nsds::test
