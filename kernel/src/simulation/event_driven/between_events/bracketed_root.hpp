// Finds roots of functions within a bracket, with slopes or none.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds {

struct ValueAndSlope {
  double value;
  double slope;
};

namespace root {

constexpr int maxIterations = 100;

/// Finds the root where value(a) > 0 > value(b): Newton's method within the bracket, bisection where that
/// fails. It ends with a step of 1e-12 of t: the next one would be the square of that, or rounding. function:
/// t -> ValueAndSlope.
template <class Function>
double bracketed(Function&& function, double a, double b) {
  double t = 0.5 * (a + b);
  double step = b - a;
  for (int i = 0; i < maxIterations; ++i) {
    const auto [value, slope] = function(t);
    if (value == 0.0) return t;
    (value > 0.0 ? a : b) = t;
    const double before = step;
    double next = t - value / slope;
    // Outside the bracket, or slower than bisection.
    if (!(next > a && next < b) || std::abs(next - t) > 0.5 * std::abs(before)) next = 0.5 * (a + b);
    step = next - t;
    if (next == t || std::abs(step) <= 1e-12 * std::abs(t) ||
        b - a <= 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)))
      return next;
    t = next;
  }
  return t;
}

/// Finds the root of a function without slope in a bracket: regula falsi after Anderson and Bjorck (1973, BIT
/// 13), bisection now and then.
template <class Function>
double bracketedWithoutSlope(Function&& function, double a, double fa, double b, double fb) {
  double t = b;
  for (int i = 0; i < maxIterations; ++i) {
    t = i % 4 == 3 ? 0.5 * (a + b) : b - fb * (b - a) / (fb - fa);
    if (!(t > std::min(a, b) && t < std::max(a, b))) t = 0.5 * (a + b);
    const double f = function(t);
    if (f == 0.0) return t;
    if ((f > 0.0) != (fb > 0.0)) {
      a = b;
      fa = fb;
    } else {
      const double m = 1.0 - f / fb;
      fa *= m > 0.0 ? m : 0.5;
    }
    b = t;
    fb = f;
    if (std::abs(b - a) <= 8.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)))
      break;
  }
  return t;
}

}  // namespace root

}  // namespace nsds
