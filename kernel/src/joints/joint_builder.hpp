// From the words of a user, points and directions in some frame, to the frames of a joint.
#pragma once

#include <string_view>

#include "linalg/rotation.hpp"
#include "nsds/kernel/joints/joint.hpp"

namespace nsds::joints {

/// A point or a direction given in the inertial frame, or in that of a body (null: space), in the inertial
/// one. Errors: InvalidArgument naming joint and quantity if it is not finite, or zero for a direction, which
/// is scaled to 1.
Vec3 point(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
           const NewtonEulerDS* body);
Vec3 direction(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
               const NewtonEulerDS* body);

/// A frame in space with e_0 along the unit vector `axis` and e_1 in the half plane of `towards`, which is
/// not parallel to it.
struct Attitude {
  Vec3 e0;
  Vec3 e1;
  Vec3 e2;
};
Attitude attitude(const Vec3& axis, const Vec3& towards);
/// The same where e_1 does not matter: it is chosen in the frame of the body, so that it turns with it.
Attitude attitude(const Vec3& axis, const NewtonEulerDS& body);
/// The axes of a body (null: space).
Attitude attitude(const NewtonEulerDS* body);

/// The frame with this origin and attitude, fixed in a body (null: space).
JointFrame fixIn(const NewtonEulerDS* body, const Vec3& origin, const Attitude& attitude);
/// The same frame in both bodies.
JointFrames fixIn(const JointBodies& bodies, const Vec3& origin, const Attitude& attitude);

JointFunction displacement(int axis);
/// Rotation across e_0 of frame 2, about its axis `about`, 1 or 2: regular up to 90 degrees.
JointFunction tilt(int about);
JointFunction rotation(int axis);

/// Errors: InvalidArgument unless the systems are `bodies` NewtonEulerDS.
void requireBodies(const Relation& relation, std::span<DynamicalSystem* const> systems, Index bodies);

}  // namespace nsds::joints
