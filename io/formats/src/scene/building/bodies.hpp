// Bodies of a scene.
#pragma once

#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// Adds the bodies to the model, with gravity. Errors: SceneError.
void addBodies(const Node& scene, Parts& parts);

}  // namespace nsds::io::scene
