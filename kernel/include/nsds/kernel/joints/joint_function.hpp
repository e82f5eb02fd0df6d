// Joints are made of scalar functions of the place of one frame relative to another.
#pragma once

#include <array>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// A frame is fixed in a body, or in space, by its origin [m] and its attitude in the frame of the body, the
/// unit quaternion (w, x, y, z) of the rotation from it.
struct JointFrame {
  std::array<double, 3> origin{0.0, 0.0, 0.0};
  std::array<double, 4> attitude{1.0, 0.0, 0.0, 0.0};
};

/// A frame of the first body and one of the second, or of space if there is one body.
struct JointFrames {
  JointFrame first;
  JointFrame second;
  Index bodies = 1;
};

/// value = scale (f - offset), f one of the functions below of the origins o and the axes e_0, e_1, e_2 of
/// both frames.
struct JointFunction {
  enum class Kind {
    displacement,   ///< e_axis2 of frame 2 times (o_1 - o_2) [m]
    distance,       ///< |o_1 - o_2| [m]
    cosine,         ///< e_axis1 of frame 1 times e_axis2 of frame 2
    rotation,       ///< component axis2 of 2 sgn(w) u, (w, u) the quaternion from frame 1 to frame 2 [rad]
    angleInSecond,  ///< angle of e_axis1 of frame 1 about e_axis2 of frame 2, from its next axis, in ±π
    angleInFirst,   ///< angle of e_axis2 of frame 2 about e_axis1 of frame 1, from its next axis, in ±π
  };
  Kind kind = Kind::displacement;
  int axis1 = 0;
  int axis2 = 0;
  double scale = 1.0;
  double offset = 0.0;

  bool isAngle() const { return kind == Kind::angleInSecond || kind == Kind::angleInFirst; }
};

}  // namespace nsds
