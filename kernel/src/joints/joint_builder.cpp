#include "joints/joint_builder.hpp"

#include <Eigen/Geometry>

#include "modeling/checks.hpp"

namespace nsds::joints {

namespace {

Vec3 asVec3(const Eigen::Vector3d& a) {
  return {a[0], a[1], a[2]};
}

Eigen::Vector3d asVector(const Vec3& a) {
  return {a.x, a.y, a.z};
}

}  // namespace

Vec3 point(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
           const NewtonEulerDS* body) {
  check::finite(joint, what, given);
  if (frame == Frame::inertial || body == nullptr) return asVec3(given);
  const double* const q = body->q().data();
  return load(q) + rotate(q + 3, asVec3(given));
}

Vec3 direction(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
               const NewtonEulerDS* body) {
  check::finite(joint, what, given);
  const double length = given.stableNorm();
  check::that(length > 0.0, "{}: {} is zero; it needs a direction", joint, what);
  const Vec3 unit = asVec3(given / length);
  return frame == Frame::inertial || body == nullptr ? unit : rotate(body->q().data() + 3, unit);
}

Attitude attitude(const Vec3& axis, const Vec3& towards) {
  const Vec3 across = towards - dot(towards, axis) * axis;
  const Vec3 e1 = (1.0 / norm(across)) * across;
  return {axis, e1, cross(axis, e1)};
}

Attitude attitude(const Vec3& axis, const NewtonEulerDS& body) {
  const Vec3 local = rotateBack(body.q().data() + 3, axis);
  Index smallest = 0;
  asVector(local).cwiseAbs().minCoeff(&smallest);
  const Eigen::Vector3d towards = Eigen::Vector3d::Unit(smallest);
  return attitude(axis, rotate(body.q().data() + 3, asVec3(towards)));
}

Attitude attitude(const NewtonEulerDS* body) {
  const Attitude space{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  if (body == nullptr) return space;
  const double* const quaternion = body->q().data() + 3;
  return {rotate(quaternion, space.e0), rotate(quaternion, space.e1), rotate(quaternion, space.e2)};
}

JointFrame fixIn(const NewtonEulerDS* body, const Vec3& origin, const Attitude& attitude) {
  Eigen::Matrix3d R;
  R << asVector(attitude.e0), asVector(attitude.e1), asVector(attitude.e2);
  const Eigen::Quaterniond quaternion(R);
  const double inertial[4] = {quaternion.w(), quaternion.x(), quaternion.y(), quaternion.z()};
  JointFrame frame;
  if (body == nullptr) {
    store(origin, frame.origin.data());
    compose(inertial, 1.0, {0.0, 0.0, 0.0}, frame.attitude.data());
    return frame;
  }
  const double* const q = body->q().data();
  const double inverse[4] = {q[3], -q[4], -q[5], -q[6]};
  store(rotateBack(q + 3, origin - load(q)), frame.origin.data());
  compose(inverse, inertial[0], load(inertial + 1), frame.attitude.data());
  return frame;
}

JointFrames fixIn(const JointBodies& bodies, const Vec3& origin, const Attitude& attitude) {
  return {fixIn(bodies.first, origin, attitude), fixIn(bodies.second, origin, attitude),
          bodies.second == nullptr ? 1 : 2};
}

JointFunction displacement(int axis) {
  return {.kind = JointFunction::Kind::displacement, .axis2 = axis};
}

JointFunction tilt(int about) {
  // e_0 of frame 1 leans towards e_2 by minus a rotation about e_1, towards e_1 by one about e_2.
  const bool aboutE1 = about == 1;
  return {.kind = JointFunction::Kind::cosine, .axis2 = aboutE1 ? 2 : 1, .scale = aboutE1 ? -1.0 : 1.0};
}

JointFunction rotation(int axis) {
  return {.kind = JointFunction::Kind::rotation, .axis2 = axis};
}

void requireBodies(const Relation& relation, std::span<DynamicalSystem* const> systems, Index bodies) {
  check::that(static_cast<Index>(systems.size()) == bodies, "{} is between {} bodies; {} systems are linked",
              relation.name(), bodies, systems.size());
  for (const DynamicalSystem* system : systems) {
    check::that(dynamic_cast<const NewtonEulerDS*>(system) != nullptr,
                "{} is for rigid bodies (NewtonEulerDS); {} is none", relation.name(), system->name());
  }
}

}  // namespace nsds::joints
