// The lengths that adaptive steps may have, powers of √2 of a base, and the control law that chooses among them.
#pragma once

#include "nsds/kernel/simulation/step_control.hpp"

namespace nsds {

/// A level is a length: base 2^(-level/2).
class StepLengths {
 public:
  StepLengths() = default;
  /// All lengths in seconds.
  StepLengths(double base, double shortest, bool baseIsLongest);

  double length(int level) const;
  /// The level of the longest length that is not longer than h, and not longer than is allowed; that of the shortest where h is
  /// shorter.
  int levelBelow(double h) const;
  /// The shortest length that is a level and not below what was given.
  double shortest() const { return length(shortestLevel_); }

 private:
  static constexpr int unlimited = -2000;

  double base_ = 1.0;
  int shortestLevel_ = -unlimited;
  int longestLevel_ = unlimited;
};

/// The factor by which the next step is longer, without regard to lengths. error: relative to the tolerance; before: that of
/// the last accepted step, 0 if there is none; accepted: the step is kept.
double lengthFactor(const StepControl& control, double error, double before, int order, bool accepted);

/// Errors: InvalidArgument naming the option.
void checkStepControl(const StepControl& control);

}  // namespace nsds
