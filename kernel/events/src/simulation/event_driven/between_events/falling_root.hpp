// The first root in an interval at which a smooth function falls through zero, bracketed, extrema checked.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "simulation/event_driven/between_events/bracketed_root.hpp"
#include "simulation/event_driven/between_events/value_and_slope.hpp"

namespace nsds {

/// Finds the first t at which a function falls from zero or above to below -tolerance: its root before that.
/// It may begin at zero, or beneath, from where the tolerance is then counted; the begin is what is found if
/// it rises by less than can be seen before it falls. An interval in which the function is not the cubic
/// through its ends is cut in halves, so that no minimum is missed.
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
  static constexpr int maxBisections = 100;

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

  /// Compares value and slope in the middle with the range of the cubic. What departs from it by less than
  /// the tolerance hides no fall below that: gaps that stay closed are rounding, which no cubic fits.
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
    std::optional<Sample> below;
    if (right.value < -tolerance_)
      below = Sample{b, right.value};
    else if (left.slope < 0.0 && right.slope > 0.0)
      below = dip(a, b);
    if (!below) return std::nullopt;
    // The begin may differ from zero by rounding alone. Unless the function falls from a positive value there,
    // the bracket begins where it has risen, by its slope or by its curvature alone.
    const bool falls = left.value > 0.0 && left.slope <= 0.0;
    const std::optional<Sample> above = falls ? Sample{a, left.value} : rise(a, below->t);
    if (!above && left.value > tolerance_) return bracketedRoot(valueAt(), Sample{a, left.value}, *below);
    if (!above) return a;
    return bracketedRoot(valueAt(), *above, *below);
  }

  auto valueAt() {
    return [this](double t) { return function_(t).value; };
  }

  /// Bisects on the sign of the slope until the value is positive. dip() does until it is below the
  /// tolerance.
  std::optional<Sample> rise(double from, double to) {
    for (int i = 0; i < maxBisections; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function_(t);
      if (f.value > 0.0) return Sample{t, f.value};
      (f.slope > 0.0 ? from : to) = t;
    }
    return std::nullopt;
  }
  std::optional<Sample> dip(double from, double to) {
    const double h = to - from;
    for (int i = 0; i < maxBisections && to - from > 1e-9 * h; ++i) {
      const double t = 0.5 * (from + to);
      const ValueAndSlope f = function_(t);
      if (f.value < -tolerance_) return Sample{t, f.value};
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

}  // namespace nsds
