#include "nsds/kernel/joints/distance_joint.hpp"

#include "joints/joint_builder.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

struct Ends {
  Vec3 first;
  Vec3 second;
};

Ends ends(const JointBodies& bodies, const JointRod& rod) {
  return {joints::point("DistanceJointR", "anchorOfFirst", rod.anchorOfFirst, rod.frame, bodies.first),
          joints::point("DistanceJointR", "anchorOfSecond", rod.anchorOfSecond, rod.frame, bodies.second)};
}

JointFrames rodFrames(const JointBodies& bodies, const JointRod& rod) {
  const Ends at = ends(bodies, rod);
  return {joints::fixIn(bodies.first, at.first, joints::attitude(bodies.first)),
          joints::fixIn(bodies.second, at.second, joints::attitude(bodies.second)),
          bodies.second == nullptr ? 1 : 2};
}

double rodLength(const JointBodies& bodies, const JointRod& rod) {
  const Ends at = ends(bodies, rod);
  const double distance = norm(at.first - at.second);
  const double size = std::max(norm(at.first), norm(at.second));
  check::that(distance > 1e-12 * size, "DistanceJointR: the anchors coincide; use BallJointR");
  check::that(std::isfinite(rod.length) && rod.length >= 0.0, "DistanceJointR: the length {} is not positive",
              rod.length);
  check::that(rod.length == 0.0 || std::abs(distance - rod.length) <= 1e-6 * rod.length,
              "DistanceJointR: the anchors are {} apart, the length is {}", distance, rod.length);
  return rod.length > 0.0 ? rod.length : distance;
}

}  // namespace

DistanceJointR::DistanceJointR(JointBodies bodies, const JointRod& rod)
    : JointR("DistanceJointR", rodFrames(bodies, rod),
             {{.kind = JointFunction::Kind::distance, .offset = rodLength(bodies, rod)}}, {}) {}

}  // namespace nsds
