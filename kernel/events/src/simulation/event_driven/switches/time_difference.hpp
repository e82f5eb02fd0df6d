// Differentiates functions of time of the user by differences of order four, whose step is halved until two agree.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Functions of time are smooth from one instant to another, which events of the user are.
struct TimeWindow {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();

  /// The nearest instant inside, by more than rounding.
  double inside(double t) const {
    const double aside = 64.0 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(t));
    return std::max(std::min(t, to - aside), from + aside);
  }
};

/// Differentiates a function t → Vector at t, inside the window. step: of the first difference; it is halved until two
/// differences agree, or rounding grows.
template <class Function>
Vector timeDifference(const Function& function, double t, double step, const TimeWindow& window) {
  // Differences are central, or to the side with more room.
  using Five = std::array<double, 5>;
  const double room = std::max(window.to - t, t - window.from);
  const bool central = t - 2.0 * step > window.from && t + 2.0 * step < window.to;
  const double side = window.to - t >= t - window.from ? 1.0 : -1.0;
  const Five points =
      central ? Five{-2.0, -1.0, 1.0, 2.0, 0.0} : Five{0.0, side, 2.0 * side, 3.0 * side, 4.0 * side};
  const Five weights = central ? Five{1.0, -8.0, 8.0, -1.0, 0.0}
                               : Five{-25.0 * side, 48.0 * side, -36.0 * side, 16.0 * side, -3.0 * side};
  const auto differenceOver = [&](double s) {
    Vector sum = weights[0] * function(t + points[0] * s);
    for (std::size_t i = 1; i < points.size(); ++i)
      if (weights[i] != 0.0) sum += weights[i] * function(t + points[i] * s);
    return Vector(sum / (12.0 * s));
  };
  constexpr int most = 40;
  double s = central ? step : std::min(step, 0.2 * room);
  Vector last = differenceOver(s);
  // Near an extremum the derivative is small beside what it is nearby.
  const double nearby =
      (function(t + points[3] * s) - function(t + points[0] * s)).cwiseAbs().maxCoeff() / (4.0 * s);
  Vector best = last;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < most; ++k) {
    s *= 0.5;
    const Vector now = differenceOver(s);
    const double change = (now - last).cwiseAbs().maxCoeff();
    const double typical = std::max(nearby, now.cwiseAbs().maxCoeff());
    const bool grows = change > 4.0 * least && least <= 1e-6 * typical;
    last = now;
    if (change < least) {
      least = change;
      best = now;
    }
    if (grows || change <= 1e-12 * typical) break;
  }
  return best;
}

}  // namespace nsds
