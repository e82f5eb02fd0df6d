#include "scene/building/shapes.hpp"

#include <algorithm>
#include <variant>

namespace nsds::io::scene {

namespace {

Polygon polygonOf(const Node& form) {
  Polygon polygon{{}, form["radius"].number()};
  for (const Node& vertex : form["vertices"].items()) polygon.vertices.emplace_back(vertex.vector());
  return polygon;
}

}  // namespace

Shape shapeOf(const Node& shape) {
  const Node form = shape.choice();
  const std::string kind = form.name();
  if (kind == "sphere") return Sphere{form["radius"].number()};
  if (kind == "capsule") return Capsule{form["radius"].number(), form["half_length"].number()};
  if (kind == "box") return Box{form["half"].vector3()};
  if (kind == "half_space") return HalfSpace{form["normal"].vector3(), form["offset"].number()};
  if (kind == "disk") return Disk{form["radius"].number()};
  return polygonOf(form);
}

double extentOf(const Shape& shape) {
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    double extent = polygon->radius;
    for (const Vector2& vertex : polygon->vertices) extent = std::max(extent, vertex.norm());
    return extent;
  }
  return 1.0;  // the centres of all other shapes are their origins
}

}  // namespace nsds::io::scene
