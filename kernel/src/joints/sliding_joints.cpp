#include "nsds/kernel/joints/sliding_joints.hpp"

#include "joints/joint_builder.hpp"

namespace nsds {

namespace {

JointFrames slidingFrames(std::string_view name, const JointBodies& bodies, const JointAxis& line) {
  const Vec3 anchor = joints::point(name, "the anchor", line.anchor, line.frame, bodies.first);
  const Vec3 axis = joints::direction(name, "the axis", line.axis, line.frame, bodies.first);
  return joints::fixIn(bodies, anchor, joints::attitude(axis, *bodies.first));
}

}  // namespace

PrismaticJointR::PrismaticJointR(JointBodies bodies, const JointAxis& line)
    : JointR("PrismaticJointR", slidingFrames("PrismaticJointR", bodies, line),
             {joints::displacement(1), joints::displacement(2), joints::rotation(0), joints::rotation(1),
              joints::rotation(2)},
             {joints::displacement(0)}) {}

CylindricalJointR::CylindricalJointR(JointBodies bodies, const JointAxis& line)
    : JointR("CylindricalJointR", slidingFrames("CylindricalJointR", bodies, line),
             {joints::displacement(1), joints::displacement(2), joints::tilt(1), joints::tilt(2)},
             {joints::displacement(0), {.kind = JointFunction::Kind::angleInSecond, .axis1 = 1}}) {}

}  // namespace nsds
