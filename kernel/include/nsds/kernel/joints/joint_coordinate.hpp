// The free coordinates of joints: angles and displacements of the first body relative to the second, or to
// space.
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/joints/joint_function.hpp"

namespace nsds {

/// One free coordinate of a joint. It is a value and keeps no reference to the joint; it is zero where the
/// joint was made. An angle [rad] is in [-pi, pi]: turns are not counted, and its derivative does not depend
/// on them.
class NSDS_KERNEL_API JointCoordinate {
 public:
  JointCoordinate(const JointFrames& frames, const JointFunction& function)
      : frames_(frames), function_(function) {}

  /// q: (7 bodies), the coordinates of the bodies, stacked.
  double value(VectorConstRef q) const;
  /// row: (6 bodies) out; row times the velocities of the bodies is the derivative of the value.
  void row(VectorConstRef q, VectorRef row) const;

  Index bodies() const { return frames_.bodies; }
  bool isAngle() const { return function_.isAngle(); }

 private:
  JointFrames frames_;
  JointFunction function_;
};

}  // namespace nsds
