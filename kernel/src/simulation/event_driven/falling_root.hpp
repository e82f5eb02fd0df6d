// The first root in an interval at which a smooth function falls through zero, bracketed, extrema checked.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace nsds {

struct ValueAndSlope {
  double value;
  double slope;
};

namespace root {

constexpr int maxIterations = 100;

/// value(a) and value(b) have different signs; Newton's method within the bracket, bisection where that
/// fails. function: t -> ValueAndSlope.
template <class Function>
double bracketed(Function&& function, double a, double b, bool falling) {
  const double sign = falling ? 1.0 : -1.0;
  double t = 0.5 * (a + b);
  double step = b - a;
  for (int i = 0; i < maxIterations; ++i) {
    const auto [value, slope] = function(t);
    if (value == 0.0) return t;
    (sign * value > 0.0 ? a : b) = t;
    const double before = step;
    double next = t - value / slope;
    // Outside the bracket, or slower than bisection.
    if (!(next > a && next < b) || std::abs(next - t) > 0.5 * std::abs(before)) next = 0.5 * (a + b);
    step = next - t;
    if (next == t || std::abs(step) <= 2.0 * std::numeric_limits<double>::epsilon() * std::abs(t) ||
        b - a <= 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(a), std::abs(b)))
      return next;
    t = next;
  }
  return t;
}

/// The same without slopes: regula falsi after Anderson and Bjorck (1973, BIT 13), bisection now and then.
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

/// The first t in (a, b] at which the function has fallen from zero or above to below -tolerance: its root
/// before that. The function may begin at zero. Minima between the samples are found by the slope.
template <class Function>
std::optional<double> firstFallingRoot(Function&& function, double a, double b, double tolerance) {
  constexpr int parts = 8;
  ValueAndSlope left = function(a);
  const ValueAndSlope end = function(b);
  const double h = b - a;
  // The control points of the cubic through both ends: it lies above their least.
  const double least =
      std::min({left.value, left.value + h * left.slope / 3.0, end.value - h * end.slope / 3.0, end.value});
  if (least > 0.0) {
    const double middle = function(0.5 * (a + b)).value;
    const double cubic = 0.5 * (left.value + end.value) + 0.125 * h * (left.slope - end.slope);
    if (std::abs(middle - cubic) < 0.1 * least) return std::nullopt;
  }
  // Bisections on the sign of the slope; a few digits are all that is needed.
  const auto positive = [&](double from, double to) -> std::optional<double> {
    for (int i = 0; i < root::maxIterations; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function(t);
      if (f.value > 0.0) return t;
      (f.slope > 0.0 ? from : to) = t;
    }
    return std::nullopt;
  };
  const auto negative = [&](double from, double to) -> std::optional<double> {
    for (int i = 0; i < root::maxIterations && to - from > 1e-9 * h; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function(t);
      if (f.value < -tolerance) return t;
      (f.slope < 0.0 ? from : to) = t;
    }
    return std::nullopt;
  };
  double from = a;
  for (int part = 1; part <= parts; ++part) {
    const double to = part == parts ? b : a + h * part / parts;
    const ValueAndSlope right = part == parts ? end : function(to);
    std::optional<double> below;
    if (right.value < -tolerance)
      below = to;
    else if (left.slope < 0.0 && right.slope > 0.0)
      below = negative(from, to);
    if (below) {
      if (left.value > 0.0) return root::bracketed(function, from, *below, true);
      // From zero, or from rounding beneath it, it has to rise first.
      const std::optional<double> above = left.slope > 0.0 ? positive(from, *below) : std::nullopt;
      return above ? root::bracketed(function, *above, *below, true) : from;
    }
    from = to;
    left = right;
  }
  return std::nullopt;
}

/// The same for a function without slope: its ends and middle, and the vertex of the parabola through them.
template <class Function>
std::optional<double> firstFallingRootBySamples(Function&& function, double a, double b, double tolerance) {
  const double fa = function(a);
  const double middle = 0.5 * (a + b);
  const double fm = function(middle);
  const double fb = function(b);
  const auto between = [&](double from, double ff, double to, double ft) {
    return ff > 0.0 ? root::bracketedWithoutSlope(function, from, ff, to, ft) : from;
  };
  if (fm < -tolerance) return between(a, fa, middle, fm);
  const double curvature = fa - 2.0 * fm + fb;
  if (curvature > 0.0) {
    const double vertex = middle + 0.25 * (b - a) * (fa - fb) / curvature;
    if (vertex > a && vertex < b) {
      const double fv = function(vertex);
      if (fv < -tolerance)
        return vertex < middle ? between(a, fa, vertex, fv) : between(middle, fm, vertex, fv);
    }
  }
  if (fb < -tolerance) return between(middle, fm, b, fb);
  return std::nullopt;
}

}  // namespace nsds
