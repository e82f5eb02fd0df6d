// Shapes of a scene.
#pragma once

#include "nsds/kernel/contact/shapes.hpp"
#include "scene/building/node.hpp"

namespace nsds::io::scene {

Shape shapeOf(const Node& shape);
/// A length that a shape has: the scale on which its centre of mass is told from its origin.
double extentOf(const Shape& shape);

}  // namespace nsds::io::scene
