// Finds where the frames of a joint are, and how the functions of their relative place change with
// velocities.
#pragma once

#include "linalg/rotation.hpp"
#include "nsds/kernel/joints/joint_function.hpp"

namespace nsds {

/// A frame of a joint in the inertial frame.
struct PlacedFrame {
  Vec3 centre;         // of the body
  double body[4];      // quaternion of the body
  Vec3 origin;         // of the frame
  double attitude[4];  // quaternion of the frame

  Vec3 axis(int k) const;
};

/// q: (7) of the body, or null for space.
PlacedFrame place(const JointFrame& frame, const double* q);

struct PlacedFrames {
  PlacedFrame first;
  PlacedFrame second;
};

/// q: (7 bodies).
PlacedFrames place(const JointFrames& frames, const double* q);

/// The rate of a joint function is force · (v_1 − v_2) + moment1 · ω_1 + moment2 · ω_2, all in the inertial
/// frame.
struct JointRow {
  Vec3 force;
  Vec3 moment1;
  Vec3 moment2;
};

double value(const JointFunction& function, const PlacedFrames& frames);
JointRow derivative(const JointFunction& function, const PlacedFrames& frames);

/// Writes a row over the velocities of the bodies: 6 or 12 numbers out, `stride` apart.
void store(const JointRow& row, const PlacedFrames& frames, Index bodies, double* out, Index stride);

}  // namespace nsds
