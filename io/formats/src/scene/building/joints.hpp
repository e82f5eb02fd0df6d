// Joints of a scene, and what stands on their free coordinates.
#pragma once

#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// Links joints, stops, friction, motors and couplers, in this order. Errors: SceneError.
void addJoints(const Node& scene, Parts& parts);

}  // namespace nsds::io::scene
