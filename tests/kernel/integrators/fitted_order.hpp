// The order of convergence that a series of errors shows.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

/// Slope of log(error) over log(h) by least squares.
inline double fittedOrder(const std::vector<double>& h, const std::vector<double>& error) {
  double sx = 0.0;
  double sy = 0.0;
  double sxx = 0.0;
  double sxy = 0.0;
  const auto n = static_cast<double>(h.size());
  for (std::size_t i = 0; i < h.size(); ++i) {
    const double x = std::log(h[i]);
    const double y = std::log(error[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}
