#include "simulation/adaptive/step_lengths.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "modeling/checks.hpp"

namespace nsds {

double StepLengths::length(int level) const {
  const int half = level >= 0 ? level / 2 : -((1 - level) / 2);
  const double even = std::ldexp(base_, -half);
  return level == 2 * half ? even : even / std::numbers::sqrt2;
}

StepLengths::StepLengths(double base, double shortest, bool baseIsLongest)
    : base_(base),
      shortestLevel_(static_cast<int>(std::floor(2.0 * std::log2(base / shortest) + 1e-9))),
      longestLevel_(baseIsLongest ? 0 : unlimited) {}

int StepLengths::levelBelow(double h) const {
  const double exact = 2.0 * std::log2(base_ / h);
  if (!(exact < shortestLevel_)) return shortestLevel_;
  return std::max(static_cast<int>(std::ceil(exact - 1e-9)), longestLevel_);
}

double lengthFactor(const StepControl& control, double error, double before, int order, bool accepted) {
  const double exponent = 1.0 / (order + 1);
  // An error of zero lets the step grow as far as it may.
  const double small = std::max(error, 1e-30);
  double factor = control.safety * std::pow(small, -exponent);
  if (control.pi && accepted && before > 0.0)
    factor = control.safety * std::pow(small, -0.7 * exponent) * std::pow(before, 0.4 * exponent);
  return std::clamp(factor, control.shrinking, accepted ? control.growth : 1.0);
}

void checkStepControl(const StepControl& control) {
  const auto check = [](bool right, const char* name, double value, const char* range) {
    check::that(right, "StepControl: {} = {} is not {}", name, value, range);
  };
  const auto inside = [](double x) { return x > 0.0 && x < 1.0; };
  const auto length = [](double x) { return std::isfinite(x) && x >= 0.0; };
  check(length(control.relativeTolerance), "relativeTolerance", control.relativeTolerance, "a number >= 0");
  check(std::isfinite(control.absoluteTolerance) && control.absoluteTolerance > 0.0, "absoluteTolerance",
        control.absoluteTolerance, "a number > 0");
  check(control.violationTolerance > 0.0, "violationTolerance", control.violationTolerance,
        "> 0, or infinity");
  check(inside(control.safety), "safety", control.safety, "in (0, 1)");
  check(inside(control.shrinking), "shrinking", control.shrinking, "in (0, 1)");
  check(std::isfinite(control.growth) && control.growth > 1.0, "growth", control.growth, "> 1");
  check(length(control.firstStep), "firstStep", control.firstStep, "a length in seconds, or 0");
  check(length(control.minStep), "minStep", control.minStep, "a length in seconds, or 0");
  check(length(control.maxStep), "maxStep", control.maxStep, "a length in seconds, or 0");
  const double longest = control.maxStep > 0.0 ? control.maxStep : std::numeric_limits<double>::infinity();
  check(control.minStep <= longest, "minStep", control.minStep, "at most maxStep");
  check(control.firstStep == 0.0 || (control.firstStep >= control.minStep && control.firstStep <= longest),
        "firstStep", control.firstStep, "between minStep and maxStep");
  check(control.extrapolation >= 1 && control.extrapolation <= 4, "extrapolation", control.extrapolation,
        "in 1 ... 4");
  check(control.extrapolation == 1 || control.order == ErrorOrder::indicator, "extrapolation",
        control.extrapolation, "1 where the order is not ErrorOrder::indicator");
  check(control.maxStepsBetweenSamples >= 1, "maxStepsBetweenSamples",
        static_cast<double>(control.maxStepsBetweenSamples), ">= 1");
}

}  // namespace nsds
