#include "trajectory/shape_json.hpp"

#include <variant>

#include "nsds/kernel/modeling/mechanical_ds.hpp"

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const Vector3& x) {
  return {x[0], x[1], x[2]};
}

void describe(const Sphere& s, Json& json) {
  json["kind"] = "sphere";
  json["radius"] = s.radius;
}
void describe(const Capsule& s, Json& json) {
  json["kind"] = "capsule";
  json["radius"] = s.radius;
  json["half_length"] = s.halfLength;
}
void describe(const Box& s, Json& json) {
  json["kind"] = "box";
  json["half"] = jsonOf(s.half);
}
void describe(const HalfSpace& s, Json& json) {
  json["kind"] = "half_space";
  json["normal"] = jsonOf(s.normal);
  json["offset"] = s.offset;
}
void describe(const Disk& s, Json& json) {
  json["kind"] = "disk";
  json["radius"] = s.radius;
}
void describe(const Polygon& s, Json& json) {
  json["kind"] = "polygon";
  json["radius"] = s.radius;
  for (const Vector2& vertex : s.vertices) json["vertices"].push_back({vertex[0], vertex[1]});
}

void describe(const ConvexHull& s, Json& json) {
  json["kind"] = "convex_hull";
  for (const Vector3& x : s.points) json["points"].push_back(jsonOf(x));
}
void describe(const Cylinder& s, Json& json) {
  json["kind"] = "cylinder";
  json["radius"] = s.radius;
  json["half_length"] = s.halfLength;
}
void describe(const CircularCone& s, Json& json) {
  json["kind"] = "cone";
  json["radius"] = s.radius;
  json["half_length"] = s.halfLength;
}
void describe(const TriangleMesh& s, Json& json) {
  json["kind"] = "triangle_mesh";
  for (const Vector3& x : s.vertices) json["vertices"].push_back(jsonOf(x));
  json["triangles"] = s.triangles;
}
void describe(const HeightMap& s, Json& json) {
  json["kind"] = "height_map";
  json["columns"] = s.columns;
  json["rows"] = s.rows;
  json["dx"] = s.dx;
  json["dy"] = s.dy;
  json["heights"] = s.heights;
}

}  // namespace

Json jsonOf(const CollisionShape& shape) {
  Json json{{"system", shape.body == nullptr ? 0 : shape.body->id().value}, {"name", shape.name}};
  std::visit([&](const auto& form) { describe(form, json); }, shape.shape);
  const Pose& pose = shape.body == nullptr ? shape.pose : shape.local;
  const bool isOwn = pose.x.isZero(0.0) && pose.quaternion == Pose().quaternion;
  if (shape.body != nullptr && isOwn) return json;
  json["pose"] = jsonOf(pose.x);
  for (const double part : pose.quaternion) json["pose"].push_back(part);
  return json;
}

}  // namespace nsds::io
