// Times of what is too short to be measured once.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {

// The smallest of the values below or at which this share of them lies; values: not empty.
double quantile(std::vector<double> values, double share);

// Median and 90 % of what took `seconds` when it was done once; below 5 ms it is done again for 20 ms, up to 201 times.
// time_once: returns its seconds.
template <class TimeOnce>
std::pair<double, double> median_and_ninety(double seconds, TimeOnce time_once) {
  constexpr double repeated_below = 5e-3, repeated_for = 20e-3;  // [s]
  constexpr std::size_t most = 201;
  if (seconds >= repeated_below) return {seconds, seconds};
  std::vector<double> times;
  for (double spent = 0.0; spent < repeated_for && times.size() < most; spent += times.back())
    times.push_back(std::max(time_once(), 1e-7));
  return {quantile(times, 0.5), quantile(times, 0.9)};
}

}  // namespace nsds::bench
