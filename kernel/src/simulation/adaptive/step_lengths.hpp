// The lengths that adaptive steps may have, powers of √2 of a base, and the control law that chooses among them.
#pragma once

#include "nsds/kernel/simulation/step_control.hpp"

namespace nsds {

/// A level is a length: base 2^(-level/2).
class StepLengths {
 public:
  StepLengths() = default;
  /// All lengths in seconds.
  StepLengths(double base, double shortest, bool baseIsLongest)
      : base_(base), shortest_(shortest), longestLevel_(baseIsLongest ? 0 : unlimited) {}

  double length(int level) const;
  /// The level of the longest length that is not longer than h, and not longer than is allowed; at least the shortest.
  int levelBelow(double h) const;
  double shortest() const { return shortest_; }

 private:
  static constexpr int unlimited = -2000;

  double base_ = 1.0;
  double shortest_ = 0.0;
  int longestLevel_ = unlimited;
};

/// The factor by which the next step is longer, without regard to lengths. error: relative to the tolerance; before: that of
/// the last accepted step, 0 if there is none; accepted: the step is kept.
double lengthFactor(const StepControl& control, double error, double before, int order, bool accepted);

/// Errors: InvalidArgument naming the option.
void checkStepControl(const StepControl& control);

}  // namespace nsds
