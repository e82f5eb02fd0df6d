#include <Eigen/Geometry>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds {

Pose placedIn(const Pose& frame, const Pose& local) {
  const auto rotation = [](const Pose& pose) {
    const auto& q = pose.quaternion;
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
  };
  const Eigen::Quaterniond turn = rotation(frame);
  const Eigen::Quaterniond both = turn * rotation(local);
  return {frame.x + turn * local.x, {both.w(), both.x(), both.y(), both.z()}};
}

}  // namespace nsds
