// Joints that turn about a point: ball, pivot, universal joint.
#pragma once

#include "nsds/kernel/joints/joint.hpp"

namespace nsds {

/// Spherical joint: 3 rows, two anchors at the same point. Its axes are those of the second body (of space).
/// No free coordinate: rotations have none without a singularity.
class NSDS_KERNEL_API BallJointR final : public JointR {
 public:
  /// Errors: InvalidArgument if the anchor is not finite.
  BallJointR(JointBodies bodies, const JointPoint& point);
};

/// Revolute joint: 5 rows, displacements along the axis and across it, rotations across it.
/// Coordinate 0: the angle of the first body about the axis.
class NSDS_KERNEL_API PivotJointR final : public JointR {
 public:
  /// Errors: InvalidArgument if the axis is zero or anything is not finite.
  PivotJointR(JointBodies bodies, const JointAxis& line);
};

/// The cross of a universal joint has an axis of the first body and one of the second through the anchor, in
/// the same frame.
struct UniversalCross {
  Eigen::Vector3d anchor = Eigen::Vector3d::Zero();
  Eigen::Vector3d axisOfFirst = Eigen::Vector3d::Zero();
  Eigen::Vector3d axisOfSecond = Eigen::Vector3d::Zero();
  Frame frame = Frame::inertial;
};

/// Universal (Cardan, Hooke) joint: 4 rows, three displacements, and the angle between an axis of the first
/// body and one of the second, which is mostly a right one.
/// Coordinate 0: the angle of the cross about the axis of the second body; 1: of the first body about its
/// axis, relative to the cross.
class NSDS_KERNEL_API UniversalJointR final : public JointR {
 public:
  /// Errors: InvalidArgument if an axis is zero, the axes are parallel to 1e-3 or anything is not finite.
  UniversalJointR(JointBodies bodies, const UniversalCross& cross);

 private:
  UniversalJointR(const JointFrames& frames, double cosine);
};

}  // namespace nsds
