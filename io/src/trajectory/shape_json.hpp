// Shapes as they stand in the text `structure` of a trajectory.
#pragma once

#include <nlohmann/json.hpp>

#include "nsds/kernel/contact/collision_detection.hpp"

namespace nsds::io {

/// {"system": id or 0, "name": ..., "kind": "sphere", "radius": ..., "pose": [x, y, z, qw, qx, qy, qz]}; the pose is that of
/// what does not move, or in the frame of the body, whose own it is where there is none.
nlohmann::ordered_json jsonOf(const CollisionShape& shape);

}  // namespace nsds::io
