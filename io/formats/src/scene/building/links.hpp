// Links of a scene: linear relations with a law.
#pragma once

#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// Errors: SceneError.
void addLinks(const Node& scene, Parts& parts);

}  // namespace nsds::io::scene
