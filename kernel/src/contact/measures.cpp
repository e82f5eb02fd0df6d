#include "contact/measures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <set>
#include <utility>

#include "contact/collide_pairs.hpp"
#include "contact/convex/hull.hpp"
#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

Vector2 edgeOf(const Polygon& polygon, std::size_t i) {
  return polygon.vertices[(i + 1) % polygon.vertices.size()] - polygon.vertices[i];
}

/// Gives how far p is to the left of edge i.
double leftOf(const Polygon& polygon, std::size_t i, const Vector2& p) {
  const Vector2 along = edgeOf(polygon, i).normalized();
  const Vector2 from = p - polygon.vertices[i];
  return along[0] * from[1] - along[1] * from[0];
}

/// Gives half the least width of the hull of the vertices, and the radius.
double halfWidth(const Polygon& polygon) {
  double width = infinity;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    double across = 0.0;
    for (const Vector2& vertex : polygon.vertices) across = std::max(across, leftOf(polygon, i, vertex));
    width = std::min(width, across);
  }
  return 0.5 * width + polygon.radius;
}

void checkPolygon(std::string_view owner, const Polygon& polygon) {
  const std::size_t n = polygon.vertices.size();
  check::that(n >= 2 && n <= Polygon::most, "{}: a polygon has 2 to {} vertices, not {}", owner,
              Polygon::most, n);
  check::that(std::isfinite(polygon.radius) && polygon.radius >= 0.0 && (n > 2 || polygon.radius > 0.0),
              "{}: the radius {} of a polygon must be finite and not negative, positive with two vertices",
              owner, polygon.radius);
  for (std::size_t i = 0; i < n; ++i) {
    check::that(polygon.vertices[i].allFinite() && edgeOf(polygon, i).norm() > 0.0,
                "{}: vertex {} of a polygon is not finite, or is the next one too", owner, i);
    for (std::size_t k = 2; k < n; ++k) {
      check::that(
          leftOf(polygon, i, polygon.vertices[(i + k) % n]) > 0.0,
          "{}: vertices of a polygon must be the corners of their convex hull, counterclockwise; {} is "
          "not to the left of the edge from {}",
          owner, (i + k) % n, i);
    }
  }
}

double reachOf(const std::vector<Vector3>& points) {
  double reach = 0.0;
  for (const Vector3& x : points) reach = std::max(reach, x.norm());
  return reach;
}

/// Gives half the least width of a hull between its faces and what is opposite.
double halfWidth(const ConvexHull& hull) {
  double width = infinity;
  for (const contact::HullFace& face : contact::facesOfHull(hull.points)) {
    const Vector3& from = hull.points[static_cast<std::size_t>(face.corners.front())];
    double across = 0.0;
    for (const Vector3& x : hull.points) across = std::max(across, face.normal.dot(from - x));
    width = std::min(width, across);
  }
  return 0.5 * width;
}

void checkHull(std::string_view owner, const ConvexHull& hull) {
  for (const Vector3& x : hull.points)
    check::that(x.allFinite(), "{}: a point of a convex hull is not finite", owner);
  check::that(!contact::facesOfHull(hull.points).empty(),
              "{}: a convex hull needs points that are not all in one plane; it has {}", owner,
              hull.points.size());
}

void checkMesh(std::string_view owner, const TriangleMesh& mesh) {
  for (const Vector3& x : mesh.vertices)
    check::that(x.allFinite(), "{}: a vertex of a triangle mesh is not finite", owner);
  check::that(!mesh.triangles.empty(), "{}: a triangle mesh has no triangles", owner);
  const auto last = static_cast<std::int64_t>(mesh.vertices.size());
  std::set<std::pair<std::int32_t, std::int32_t>> edges;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corners = mesh.triangles[t];
    for (const std::int32_t i : corners)
      check::that(i >= 0 && i < last, "{}: triangle {} of a mesh has vertex {} of {}", owner, t, i, last);
    const auto at = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(corners.at(k))]; };
    const Vector3 across = (at(1) - at(0)).cross(at(2) - at(0));
    check::that(across.norm() > 1e-12 * (at(1) - at(0)).squaredNorm(),
                "{}: triangle {} of a mesh has no area", owner, t);
    for (std::size_t k = 0; k < 3; ++k)
      check::that(edges.emplace(corners.at(k), corners.at((k + 1) % 3)).second,
                  "{}: triangle {} of a mesh goes along the edge from {} to {} as another one does; "
                  "neighbours go along it "
                  "in opposite directions, and no edge has three triangles",
                  owner, t, corners.at(k), corners.at((k + 1) % 3));
  }
}

void checkHeightMap(std::string_view owner, const HeightMap& map) {
  check::that(map.columns >= 2 && map.rows >= 2 && map.heights.size() == map.columns * map.rows,
              "{}: a height map of {} columns and {} rows, at least 2 each, has as many heights, not {}",
              owner, map.columns, map.rows, map.heights.size());
  check::that(std::isfinite(map.dx) && std::isfinite(map.dy) && map.dx > 0.0 && map.dy > 0.0,
              "{}: the distances of columns and rows of a height map must be positive", owner);
  check::that(std::all_of(map.heights.begin(), map.heights.end(), [](double z) { return std::isfinite(z); }),
              "{}: a height of a height map is not finite", owner);
}

}  // namespace

double boundingRadius(const Shape& shape) {
  struct Visitor {
    double operator()(const Sphere& s) const { return s.radius; }
    double operator()(const Capsule& s) const { return s.radius + s.halfLength; }
    double operator()(const Box& s) const { return s.half.norm(); }
    double operator()(const HalfSpace&) const { return infinity; }
    double operator()(const Disk& s) const { return s.radius; }
    double operator()(const Polygon& s) const {
      double reach = 0.0;
      for (const Vector2& vertex : s.vertices) reach = std::max(reach, vertex.norm());
      return reach + s.radius;
    }
    double operator()(const ConvexHull& s) const { return reachOf(s.points); }
    double operator()(const Cylinder& s) const { return std::hypot(s.radius, s.halfLength); }
    double operator()(const CircularCone& s) const { return std::hypot(s.radius, s.halfLength); }
    double operator()(const TriangleMesh& s) const { return reachOf(s.vertices); }
    double operator()(const HeightMap& s) const {
      double height = 0.0;
      for (const double z : s.heights) height = std::max(height, std::abs(z));
      return Vector3(s.dx * static_cast<double>(s.columns - 1), s.dy * static_cast<double>(s.rows - 1),
                     height)
          .norm();
    }
  };
  return std::visit(Visitor{}, shape);
}

double smallestLength(const Shape& shape) {
  struct Visitor {
    double operator()(const Sphere& s) const { return s.radius; }
    double operator()(const Capsule& s) const { return s.radius; }
    double operator()(const Box& s) const { return s.half.minCoeff(); }
    double operator()(const HalfSpace&) const { return infinity; }
    double operator()(const Disk& s) const { return s.radius; }
    double operator()(const Polygon& s) const { return halfWidth(s); }
    double operator()(const ConvexHull& s) const { return halfWidth(s); }
    double operator()(const Cylinder& s) const { return std::min(s.radius, s.halfLength); }
    double operator()(const CircularCone& s) const { return std::min(s.radius, s.halfLength); }
    double operator()(const TriangleMesh&) const { return infinity; }
    double operator()(const HeightMap&) const { return infinity; }
  };
  return std::visit(Visitor{}, shape);
}

const char* nameOf(const Shape& shape) {
  constexpr const char* names[] = {"sphere",      "capsule",  "box",  "half space",    "disk",      "polygon",
                                   "convex hull", "cylinder", "cone", "triangle mesh", "height map"};
  static_assert(std::variant_size_v<Shape> == std::size(names));
  return names[shape.index()];
}

bool isPlanar(const Shape& shape) {
  return std::holds_alternative<Disk>(shape) || std::holds_alternative<Polygon>(shape);
}

bool isOnlyStatic(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape) || std::holds_alternative<TriangleMesh>(shape) ||
         std::holds_alternative<HeightMap>(shape);
}

void checkInPlane(std::string_view owner, const Shape& shape, const Pose& pose) {
  constexpr double rounding = 1e-12;
  if (const auto* halfSpace = std::get_if<HalfSpace>(&shape)) {
    check::that(std::abs((contact::rotationOf(pose) * halfSpace->normal)[2]) <= rounding,
                "{}: bodies are planar, and the normal of a half space leaves the plane z = 0", owner);
    return;
  }
  check::that(isPlanar(shape) && pose.x[2] == 0.0 && std::abs(pose.quaternion[1]) <= rounding &&
                  std::abs(pose.quaternion[2]) <= rounding,
              "{}: the pose of a {} leaves the plane z = 0: x[2] has to be 0, and the turn about z", owner,
              nameOf(shape));
}

void checkShape(std::string_view owner, const Shape& shape) {
  if (const auto* halfSpace = std::get_if<HalfSpace>(&shape)) {
    check::that(halfSpace->normal.allFinite() && std::isfinite(halfSpace->offset) &&
                    std::abs(halfSpace->normal.norm() - 1.0) <= 1e-12,
                "{}: a half space needs a normal of length 1, not {}, and a finite offset, not {}", owner,
                halfSpace->normal.norm(), halfSpace->offset);
    return;
  }
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    checkPolygon(owner, *polygon);
    return;
  }
  if (const auto* hull = std::get_if<ConvexHull>(&shape)) return checkHull(owner, *hull);
  if (const auto* mesh = std::get_if<TriangleMesh>(&shape)) return checkMesh(owner, *mesh);
  if (const auto* map = std::get_if<HeightMap>(&shape)) return checkHeightMap(owner, *map);
  double least = smallestLength(shape);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) least = std::min(least, capsule->halfLength);
  check::that(std::isfinite(boundingRadius(shape)) && least > 0.0,
              "{}: the lengths of a {} must be positive and finite; one is {}", owner, nameOf(shape),
              least > 0.0 ? boundingRadius(shape) : least);
}

}  // namespace nsds
