// Joints that slide along an axis: prismatic and cylindrical joint.
#pragma once

#include "nsds/kernel/joints/joint.hpp"

namespace nsds {

/// 5 rows: two displacements across the axis, three rotations. The anchor matters for the forces alone.
/// Coordinate 0: the displacement of the first body along the axis.
class NSDS_KERNEL_API PrismaticJointR final : public JointR {
 public:
  /// Errors: InvalidArgument if the axis is zero or anything is not finite.
  PrismaticJointR(JointBodies bodies, const JointAxis& line);
};

/// 4 rows: displacements and rotations across the axis.
/// Coordinate 0: the displacement of the first body along the axis; 1: its angle about it.
class NSDS_KERNEL_API CylindricalJointR final : public JointR {
 public:
  /// Errors: as PrismaticJointR.
  CylindricalJointR(JointBodies bodies, const JointAxis& line);
};

}  // namespace nsds
