#include "nsds/kernel/joints/turning_joints.hpp"

#include "joints/joint_builder.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

constexpr double smallestSine = 1e-3;  // of the angle between the axes of a universal joint

JointFrames ballFrames(const JointBodies& bodies, const JointPoint& given) {
  const Vec3 anchor = joints::point("BallJointR", "the anchor", given.anchor, given.frame, bodies.first);
  return joints::fixIn(bodies, anchor, joints::attitude(bodies.second));
}

JointFrames pivotFrames(const JointBodies& bodies, const JointAxis& line) {
  const Vec3 anchor = joints::point("PivotJointR", "the anchor", line.anchor, line.frame, bodies.first);
  const Vec3 axis = joints::direction("PivotJointR", "the axis", line.axis, line.frame, bodies.first);
  return joints::fixIn(bodies, anchor, joints::attitude(axis, *bodies.first));
}

/// e_0 of each body is its axis of the cross, e_1 towards that of the other.
JointFrames crossFrames(const JointBodies& bodies, const UniversalCross& given) {
  const std::string_view name = "UniversalJointR";
  const Vec3 anchor = joints::point(name, "the anchor", given.anchor, given.frame, bodies.first);
  const Vec3 one = joints::direction(name, "axisOfFirst", given.axisOfFirst, given.frame, bodies.first);
  const Vec3 two = joints::direction(name, "axisOfSecond", given.axisOfSecond, given.frame, bodies.first);
  const double sine = norm(cross(one, two));
  check::that(sine >= smallestSine, "{}: the axes are parallel (the sine of their angle is {})", name, sine);
  return {joints::fixIn(bodies.first, anchor, joints::attitude(one, two)),
          joints::fixIn(bodies.second, anchor, joints::attitude(two, one)), bodies.second == nullptr ? 1 : 2};
}

/// The angle between the axes, in radians to first order.
JointFunction angleOfAxes(double cosine) {
  return {.kind = JointFunction::Kind::cosine,
          .scale = 1.0 / std::sqrt((1.0 - cosine) * (1.0 + cosine)),
          .offset = cosine};
}

}  // namespace

BallJointR::BallJointR(JointBodies bodies, const JointPoint& point)
    : JointR("BallJointR", ballFrames(bodies, point),
             {joints::displacement(0), joints::displacement(1), joints::displacement(2)}, {}) {}

PivotJointR::PivotJointR(JointBodies bodies, const JointAxis& line)
    : JointR("PivotJointR", pivotFrames(bodies, line),
             {joints::displacement(0), joints::displacement(1), joints::displacement(2), joints::tilt(1),
              joints::tilt(2)},
             {{.kind = JointFunction::Kind::angleInSecond, .axis1 = 1}}) {}

UniversalJointR::UniversalJointR(JointBodies bodies, const UniversalCross& cross)
    : UniversalJointR(crossFrames(bodies, cross),
                      cross.axisOfFirst.normalized().dot(cross.axisOfSecond.normalized())) {}

UniversalJointR::UniversalJointR(const JointFrames& frames, double cosine)
    : JointR("UniversalJointR", frames,
             {joints::displacement(0), joints::displacement(1), joints::displacement(2), angleOfAxes(cosine)},
             {{.kind = JointFunction::Kind::angleInSecond},
              {.kind = JointFunction::Kind::angleInFirst, .scale = -1.0}}) {}

}  // namespace nsds
