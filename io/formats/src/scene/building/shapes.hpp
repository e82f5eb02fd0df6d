// Shapes of a scene.
#pragma once

#include <vector>

#include "nsds/kernel/contact/shapes.hpp"
#include "scene/building/node.hpp"

namespace nsds::io::scene {

/// A shape of a body, or of what does not move. Where it is not placed its material is that of the body, and it is in the
/// frame of the body.
struct ShapeNode {
  Node shape;
  Node owner;   ///< what has the material
  bool placed;  ///< the owner is a placed shape, with a pose, groups, and whether it is a sensor

  bool isSensor() const { return placed && owner["sensor"].boolean(); }
};

/// Those of a body, which has one, a list or none. Errors: SceneError if it has both.
std::vector<ShapeNode> shapesOf(const Node& body);
/// That of an entry of a list.
ShapeNode placedShape(const Node& entry);

Shape shapeOf(const Node& shape);
Pose poseOf(const ShapeNode& node);

}  // namespace nsds::io::scene
