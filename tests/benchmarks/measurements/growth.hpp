// How a cost grows with a size.
#pragma once

#include <cmath>
#include <span>

namespace nsds::bench {

// Slope of log cost against log size, least squares. Both (sizes), positive, of two different sizes or more.
inline double growth_exponent(std::span<const double> sizes, std::span<const double> costs) {
  double count = 0.0, x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double log_x = std::log(sizes[i]), log_y = std::log(costs[i]);
    count += 1.0;
    x += log_x;
    y += log_y;
    xx += log_x * log_x;
    xy += log_x * log_y;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

}  // namespace nsds::bench
