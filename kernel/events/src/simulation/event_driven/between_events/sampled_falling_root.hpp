// The first root in an interval at which a smooth function whose slope is not known falls through zero.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>

#include "simulation/event_driven/between_events/bracketed_root.hpp"

namespace nsds {

/// Finds for a function without slope what FallingRoot finds for one with: an interval in which the function
/// is not the parabola through its ends and middle is cut in halves; the vertex of the parabola is looked at
/// too.
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
    return bracketedRoot(function_, from, to);
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
