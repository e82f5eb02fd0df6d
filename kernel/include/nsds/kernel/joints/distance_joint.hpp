// This is the joint of a massless rod.
#pragma once

#include "nsds/kernel/joints/joint.hpp"

namespace nsds {

/// The ends of a rod [m]: one on the first body, one on the second (in space). frame: inertial, or each in
/// the frame of its body.
struct JointRod {
  Eigen::Vector3d anchorOfFirst = Eigen::Vector3d::Zero();
  Eigen::Vector3d anchorOfSecond = Eigen::Vector3d::Zero();
  Frame frame = Frame::inertial;
  double length = 0.0;  ///< [m]; 0: the present distance
};

/// 1 row: the distance of two anchors less the length. No free coordinate.
class NSDS_KERNEL_API DistanceJointR final : public JointR {
 public:
  /// Errors: InvalidArgument if the anchors coincide, if their distance is not the length (to 1e-6), or
  /// anything is not finite.
  DistanceJointR(JointBodies bodies, const JointRod& rod);
};

}  // namespace nsds
