// Exact motions that event-driven simulation is measured against.
#pragma once

#include <cmath>

#include "benchmarks/workloads/workload.hpp"

namespace nsds::bench {

// A ball above a plane at height 0.
struct Bounce {
  double height = 1.0;    // at t = 0 [m], >= 0
  double velocity = 0.0;  // at t = 0 [m/s], upwards
  double restitution = 0.9;
};

// Walks over the impacts in order: their instants [s], and the speed that is left after each [m/s]. They may
// accumulate: the speed goes to zero, and the instants to their limit.
class Impacts {
 public:
  explicit Impacts(const Bounce& bounce)
      : restitution_(bounce.restitution),
        speed_(std::sqrt(bounce.velocity * bounce.velocity + 2.0 * g * bounce.height)),
        instant_((bounce.velocity + speed_) / g) {
    speed_ *= restitution_;
  }

  double instant() const { return instant_; }
  double speed() const { return speed_; }
  double flight() const { return 2.0 * speed_ / g; }  // until the next [s]
  void next() {
    instant_ += flight();
    speed_ *= restitution_;
  }

 private:
  double restitution_;
  double speed_;
  double instant_;
};

// Height at t >= 0 [s].
inline double height_at(const Bounce& bounce, double t) {
  Impacts impact(bounce);
  if (t < impact.instant()) return bounce.height + t * (bounce.velocity - 0.5 * g * t);
  // What does not advance the clock has come to rest.
  while (impact.instant() + impact.flight() <= t && impact.instant() + impact.flight() > impact.instant())
    impact.next();
  const double since = t - impact.instant();
  return since < impact.flight() ? since * (impact.speed() - 0.5 * g * since) : 0.0;
}

// Angle to the vertical [rad] at t [s] of a pendulum of length 1 m that starts at rest at the angle
// `largest`:
//
//   sin(angle / 2) = k cd(sqrt(g) t, k),  k = sin(largest / 2),
//
// with the elliptic functions by arithmetic-geometric means (Abramowitz, Stegun 1964, 16.4 and 22.21).
inline double pendulum_angle(double largest, double t) {
  constexpr int levels = 6;  // enough for k up to 0.99: the means converge quadratically
  const double k = std::sin(0.5 * largest);
  double ratio[levels];  // of half the difference to the mean
  double a = 1.0, b = std::sqrt(1.0 - k * k);
  for (double& r : ratio) {
    const double mean = 0.5 * (a + b);
    r = 0.5 * (a - b) / mean;
    b = std::sqrt(a * b);
    a = mean;
  }
  double phi = std::ldexp(a * std::sqrt(g) * t, levels);
  for (int level = levels - 1; level >= 0; --level)
    phi = 0.5 * (phi + std::asin(ratio[level] * std::sin(phi)));
  const double sn = std::sin(phi);
  return 2.0 * std::asin(k * std::cos(phi) / std::sqrt(1.0 - k * k * sn * sn));
}

}  // namespace nsds::bench
