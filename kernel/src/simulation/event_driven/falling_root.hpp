// The first root in an interval at which a smooth function falls through zero, bracketed, extrema checked.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>

namespace nsds {

struct ValueAndSlope {
  double value;
  double slope;
};

namespace root {

constexpr int maxIterations = 100;

/// value(a) > 0 > value(b); Newton's method within the bracket, bisection where that
/// fails. It ends with a step of 1e-12 of t: the next one would be the square of that, or rounding.
/// function: t -> ValueAndSlope.
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

/// The first t at which a function falls from zero or above to below -tolerance: its root before that. It may
/// begin at zero, or beneath, from where the tolerance is then counted; the begin is what is found if it
/// rises by less than can be seen before it falls. An interval in which the function is not the cubic through
/// its ends is cut in halves, so that no minimum is missed.
template <class Function>
class FallingRoot {
 public:
  FallingRoot(Function& function, double tolerance) : function_(function), tolerance_(tolerance) {}

  std::optional<double> in(double a, double b) {
    const ValueAndSlope begin = function_(a);
    tolerance_ -= std::min(begin.value, 0.0);
    return search(a, begin, b, function_(b), maxHalvings);
  }

 private:
  static constexpr int maxHalvings = 12;

  std::optional<double> search(double a, ValueAndSlope left, double b, ValueAndSlope right, int halvings) {
    const double h = b - a;
    const double middle = a + 0.5 * h;
    const ValueAndSlope half = function_(middle);
    if (halvings > 0 && !isCubic(h, left, half, right)) {
      if (const auto t = search(a, left, middle, half, halvings - 1)) return t;
      return search(middle, half, b, right, halvings - 1);
    }
    if (const auto t = inHalf(a, left, middle, half)) return t;
    return inHalf(middle, half, b, right);
  }

  /// Value and slope in the middle, against the range of the cubic. What departs from it by less than the
  /// tolerance hides no fall below that: gaps that stay closed are rounding, which no cubic fits.
  bool isCubic(double h, ValueAndSlope left, ValueAndSlope half, ValueAndSlope right) const {
    const double third = h / 3.0;
    const auto [least, most] = std::minmax(
        {left.value, left.value + third * left.slope, right.value - third * right.slope, right.value});
    const double range = most - least + 1e-14 * std::max(std::abs(least), std::abs(most));
    const double value = 0.5 * (left.value + right.value) + 0.125 * h * (left.slope - right.slope);
    const double slope = 1.5 * (right.value - left.value) / h - 0.25 * (left.slope + right.slope);
    return std::abs(half.value - value) <= 0.02 * range + tolerance_ &&
           h * std::abs(half.slope - slope) <= 0.2 * range + tolerance_;
  }

  std::optional<double> inHalf(double a, ValueAndSlope left, double b, ValueAndSlope right) {
    std::optional<double> below;
    if (right.value < -tolerance_)
      below = b;
    else if (left.slope < 0.0 && right.slope > 0.0)
      below = dip(a, b);
    if (!below) return std::nullopt;
    if (left.value > 0.0) return root::bracketed(function_, a, *below);
    // From zero, or from rounding beneath it, it has to rise first, by its slope or by its curvature alone.
    const std::optional<double> above = rise(a, *below);
    return above ? root::bracketed(function_, *above, *below) : a;
  }

  /// Bisections on the sign of the slope, until the value is positive, or below the tolerance.
  std::optional<double> rise(double from, double to) {
    for (int i = 0; i < root::maxIterations; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function_(t);
      if (f.value > 0.0) return t;
      (f.slope > 0.0 ? from : to) = t;
    }
    return std::nullopt;
  }
  std::optional<double> dip(double from, double to) {
    const double h = to - from;
    for (int i = 0; i < root::maxIterations && to - from > 1e-9 * h; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function_(t);
      if (f.value < -tolerance_) return t;
      (f.slope < 0.0 ? from : to) = t;
    }
    return std::nullopt;
  }

  Function& function_;
  double tolerance_;
};

template <class Function>
std::optional<double> firstFallingRoot(Function&& function, double a, double b, double tolerance) {
  if (!(b > a)) return std::nullopt;
  return FallingRoot<std::remove_reference_t<Function>>(function, tolerance).in(a, b);
}

/// The same for a function without slope: an interval in which the function is not the parabola through its
/// ends and middle is cut in halves; the vertex of the parabola is looked at too.
template <class Function>
class SampledFallingRoot {
 public:
  SampledFallingRoot(Function& function, double tolerance) : function_(function), tolerance_(tolerance) {}

  std::optional<double> in(double a, double b) {
    const Sample middle = at(0.5 * (a + b));
    const Sample begin{a, function_(a)};
    if (const auto t = search(begin, at(0.5 * (a + middle.t)), middle, maxHalvings)) return t;
    return search(middle, at(0.5 * (middle.t + b)), {b, function_(b)}, maxHalvings);
  }

 private:
  static constexpr int maxHalvings = 10;
  struct Sample {
    double t;
    double value;
  };

  Sample at(double t) { return {t, function_(t)}; }

  std::optional<double> search(Sample left, Sample middle, Sample right, int halvings) {
    const Sample first = at(0.5 * (left.t + middle.t));
    const Sample third = at(0.5 * (middle.t + right.t));
    if (halvings > 0 && !isParabola(left.value, first.value, middle.value, third.value, right.value)) {
      if (const auto t = search(left, first, middle, halvings - 1)) return t;
      return search(middle, third, right, halvings - 1);
    }
    if (const auto t = between(left, first)) return t;
    if (const auto t = between(first, middle)) return t;
    if (const auto t = vertex(left, middle, right)) return t;
    if (const auto t = between(middle, third)) return t;
    return between(third, right);
  }

  bool isParabola(double l, double f, double m, double t, double r) const {
    const auto [least, most] = std::minmax({l, f, m, t, r});
    const double range = 0.05 * (most - least) + tolerance_;
    return std::abs(f - (3.0 * l + 6.0 * m - r) / 8.0) <= range &&
           std::abs(t - (3.0 * r + 6.0 * m - l) / 8.0) <= range;
  }

  std::optional<double> between(Sample from, Sample to) {
    if (!(to.value < -tolerance_)) return std::nullopt;
    if (!(from.value > 0.0)) return from.t;
    return root::bracketedWithoutSlope(function_, from.t, from.value, to.t, to.value);
  }

  std::optional<double> vertex(Sample left, Sample middle, Sample right) {
    const double curvature = left.value - 2.0 * middle.value + right.value;
    if (!(curvature > 0.0)) return std::nullopt;
    const double t = middle.t + 0.25 * (right.t - left.t) * (left.value - right.value) / curvature;
    if (!(t > left.t && t < right.t)) return std::nullopt;
    return between(t < middle.t ? left : middle, at(t));
  }

  Function& function_;
  double tolerance_;
};

template <class Function>
std::optional<double> firstFallingRootBySamples(Function&& function, double a, double b, double tolerance) {
  if (!(b > a)) return std::nullopt;
  return SampledFallingRoot<std::remove_reference_t<Function>>(function, tolerance).in(a, b);
}

}  // namespace nsds
