// The explicit method of Dormand and Prince 1980 (J. Comput. Appl. Math. 6) has seven stages, the last of
// which is the end of a step of order 5.
#pragma once

#include <array>

namespace nsds::dormand_prince {

inline constexpr std::array<double, 7> nodes{0.0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1.0, 1.0};
inline constexpr std::array<std::array<double, 6>, 7> weights{{
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0.0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
}};
/// The weights of the result of order 5 minus those of order 4 measure the error.
inline constexpr std::array<double, 7> errorWeights{71.0 / 57600,      0.0,        -71.0 / 16695, 71.0 / 1920,
                                                    -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

}  // namespace nsds::dormand_prince
