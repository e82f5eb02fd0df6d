#include "scene/building/shapes.hpp"

#include <algorithm>

namespace nsds::io::scene {

namespace {

Polygon polygonOf(const Node& form) {
  Polygon polygon{{}, form["radius"].number()};
  for (const Node& vertex : form["vertices"].items()) polygon.vertices.emplace_back(vertex.vector());
  return polygon;
}

std::vector<Vector3> pointsOf(const Node& list) {
  std::vector<Vector3> points;
  for (const Node& point : list.items()) points.push_back(point.vector3());
  return points;
}

TriangleMesh meshOf(const Node& form) {
  TriangleMesh mesh{pointsOf(form["vertices"]), {}};
  for (const Node& triangle : form["triangles"].items()) {
    std::array<std::int32_t, 3>& corners = mesh.triangles.emplace_back();
    std::ranges::transform(triangle.items(), corners.begin(),
                           [](const Node& corner) { return static_cast<std::int32_t>(corner.integer()); });
  }
  return mesh;
}

HeightMap heightMapOf(const Node& form) {
  const Matrix heights = form["heights"].matrix();
  HeightMap map{static_cast<std::size_t>(heights.cols()),
                static_cast<std::size_t>(heights.rows()),
                form["dx"].number(),
                form["dy"].number(),
                {}};
  for (Index row = 0; row < heights.rows(); ++row)
    map.heights.insert(map.heights.end(), heights.row(row).begin(), heights.row(row).end());
  return map;
}

}  // namespace

std::vector<ShapeNode> shapesOf(const Node& body) {
  if (body.name() == "lagrangian") return {};
  if (body.has("shapes") && body.has("shape"))
    body["shapes"].refuse("stands beside \"shape\": give one of them");
  std::vector<ShapeNode> shapes;
  if (body.has("shape")) shapes.push_back({body["shape"], body, false});
  for (const Node& entry : body["shapes"].items()) shapes.push_back(placedShape(entry));
  return shapes;
}

ShapeNode placedShape(const Node& entry) {
  return {entry["shape"], entry, true};
}

Shape shapeOf(const Node& shape) {
  const Node form = shape.choice();
  const std::string kind = form.name();
  if (kind == "sphere") return Sphere{form["radius"].number()};
  if (kind == "capsule") return Capsule{form["radius"].number(), form["half_length"].number()};
  if (kind == "box") return Box{form["half"].vector3()};
  if (kind == "half_space") return HalfSpace{form["normal"].vector3(), form["offset"].number()};
  if (kind == "disk") return Disk{form["radius"].number()};
  if (kind == "convex_hull") return ConvexHull{pointsOf(form["points"])};
  if (kind == "cylinder") return Cylinder{form["radius"].number(), form["half_length"].number()};
  if (kind == "circular_cone") return CircularCone{form["radius"].number(), form["half_length"].number()};
  if (kind == "triangle_mesh") return meshOf(form);
  if (kind == "height_map") return heightMapOf(form);
  return polygonOf(form);
}

Pose poseOf(const ShapeNode& node) {
  if (!node.placed) return {};
  Pose pose{node.owner["position"].vector3(), {}};
  const Vector quaternion = node.owner["rotation"].vector();
  std::copy_n(quaternion.data(), 4, pose.quaternion.begin());
  return pose;
}

}  // namespace nsds::io::scene
