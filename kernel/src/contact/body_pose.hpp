// Where bodies are, be they in space or in the plane z = 0.
#pragma once

#include <cmath>

#include "nsds/kernel/contact/contact_relation.hpp"

namespace nsds {

/// q: of bodies one behind the other; (7) of each in space, position [m] and quaternion, (3) of each in the
/// plane, x, y [m] and the angle [rad].
inline Pose poseOf(const double* q, ContactBodies kind, Index body) {
  q += (kind == ContactBodies::spatial ? 7 : 3) * body;
  if (kind == ContactBodies::spatial) return {{q[0], q[1], q[2]}, {q[3], q[4], q[5], q[6]}};
  return {{q[0], q[1], 0.0}, {std::cos(0.5 * q[2]), 0.0, 0.0, std::sin(0.5 * q[2])}};
}

}  // namespace nsds
