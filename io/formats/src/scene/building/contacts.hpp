// Contact detection of a scene: shapes of bodies and of what does not move, and the law where they meet.
#pragma once

#include "scene/building/parts.hpp"

namespace nsds::io::scene {

/// Makes the detection if a body has a shape. Errors: SceneError.
void addContacts(const Node& scene, Parts& parts);

}  // namespace nsds::io::scene
