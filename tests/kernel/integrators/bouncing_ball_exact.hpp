// The ball of V. Acary, lecture on event-tracking and time-stepping schemes (2010), equations 68-71: f = -2,
// e = 1/2, q0 = 1, v0 = 0. Impacts at t = 3 - 2/2^n, n = 1, 2, ..., accumulating at t = 3.
#pragma once

#include <cmath>

namespace bouncing_ball {

struct Motion {
  double q;
  double v;
};

inline Motion exact(double t) {
  if (t < 1.0) return {1.0 - t * t, -2.0 * t};
  if (t >= 3.0) return {0.0, 0.0};
  // t in [3 - 2 s, 3 - s) with s = 1/2^n, n >= 1
  const double s = std::exp2(-std::floor(1.0 - std::log2(3.0 - t)));
  return {-(t - 3.0) * (t - 3.0) - 3.0 * s * (t - 1.0) + 2.0 * s * (3.0 - s), -2.0 * (t - 3.0) - 3.0 * s};
}

}  // namespace bouncing_ball
