// This is the joint that welds.
#pragma once

#include "nsds/kernel/joints/joint.hpp"

namespace nsds {

/// 6 rows: three displacements of the centre of the first body and its three rotations, by the vector part of
/// the relative quaternion (q and -q are one rotation; regular up to 180 degrees). No free coordinate.
class NSDS_KERNEL_API FixedJointR final : public JointR {
 public:
  explicit FixedJointR(JointBodies bodies);
};

}  // namespace nsds
