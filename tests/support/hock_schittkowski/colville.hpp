// Data which problems 86 and 117 share, a problem of Shell and its dual [Colville 1968, problems 1 and 2].
#pragma once

namespace nsds::test::hs {

constexpr double colville_a[10][5] = {
    {-16, 2, 0, 1, 0}, {0, -2, 0, 4, 2},     {-3.5, 0, 2, 0, 0},   {0, -2, 0, -4, -1}, {0, -9, -2, 1, -2.8},
    {2, 0, -4, 0, 0},  {-1, -1, -1, -1, -1}, {-1, -2, -3, -2, -1}, {1, 2, 3, 4, 5},    {1, 1, 1, 1, 1}};
constexpr double colville_b[10] = {-40, -2, -0.25, -4, -4, -1, -40, -60, 5, 1};
constexpr double colville_c[5][5] = {{30, -20, -10, 32, -10},
                                     {-20, 39, -6, -31, 32},
                                     {-10, -6, 10, -6, -10},
                                     {32, -31, -6, 39, -20},
                                     {-10, 32, -10, -20, 30}};
constexpr double colville_d[5] = {4, 8, 10, 6, 2};
constexpr double colville_e[5] = {-15, -27, -36, -18, -12};

}  // namespace nsds::test::hs
