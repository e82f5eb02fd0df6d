// Makes the frames of a joint from the words of a user, which are points and directions in some frame.
#pragma once

#include <string_view>

#include "linalg/rotation.hpp"
#include "nsds/kernel/joints/joint.hpp"

namespace nsds::joints {

/// Takes a point or a direction from the inertial frame, or from that of a body (null: space), to the
/// inertial one. Errors: InvalidArgument naming joint and quantity if it is not finite, or zero for a
/// direction, which is scaled to 1.
Vec3 point(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
           const NewtonEulerDS* body);
Vec3 direction(std::string_view joint, std::string_view what, const Eigen::Vector3d& given, Frame frame,
               const NewtonEulerDS* body);

/// An attitude is that of a frame in space with e_0 along the unit vector `axis` and e_1 in the half plane of
/// `towards`, which is not parallel to it.
struct Attitude {
  Vec3 e0;
  Vec3 e1;
  Vec3 e2;
};
Attitude attitude(const Vec3& axis, const Vec3& towards);
/// Gives an attitude with e_0 along `axis` whose e_1 does not matter: it is chosen in the frame of the body,
/// so that it turns with it.
Attitude attitude(const Vec3& axis, const NewtonEulerDS& body);
/// Gives the axes of a body (null: space).
Attitude attitude(const NewtonEulerDS* body);

/// Fixes the frame with this origin and attitude in a body (null: space).
JointFrame fixIn(const NewtonEulerDS* body, const Vec3& origin, const Attitude& attitude);
/// Fixes one frame in both bodies.
JointFrames fixIn(const JointBodies& bodies, const Vec3& origin, const Attitude& attitude);

JointFunction displacement(int axis);
/// Gives the rotation across e_0 of frame 2, about its axis `about`, 1 or 2: regular up to 90 degrees.
JointFunction tilt(int about);
JointFunction rotation(int axis);

/// Errors: InvalidArgument unless the systems are `bodies` NewtonEulerDS.
void requireBodies(const Relation& relation, std::span<DynamicalSystem* const> systems, Index bodies);

}  // namespace nsds::joints
