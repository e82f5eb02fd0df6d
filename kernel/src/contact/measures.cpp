#include "contact/measures.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "contact/collide_pairs.hpp"
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
  };
  return std::visit(Visitor{}, shape);
}

const char* nameOf(const Shape& shape) {
  constexpr const char* names[] = {"sphere", "capsule", "box", "half space", "disk", "polygon"};
  static_assert(std::variant_size_v<Shape> == std::size(names));
  return names[shape.index()];
}

bool isPlanar(const Shape& shape) {
  return std::holds_alternative<Disk>(shape) || std::holds_alternative<Polygon>(shape);
}

bool isInPlane(const Shape& shape, const Pose& pose) {
  constexpr double rounding = 1e-12;
  if (const auto* halfSpace = std::get_if<HalfSpace>(&shape))
    return std::abs((contact::rotationOf(pose) * halfSpace->normal)[2]) <= rounding;
  return isPlanar(shape) && pose.x[2] == 0.0 && std::abs(pose.quaternion[1]) <= rounding &&
         std::abs(pose.quaternion[2]) <= rounding;
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
  double least = smallestLength(shape);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) least = std::min(least, capsule->halfLength);
  check::that(std::isfinite(boundingRadius(shape)) && least > 0.0,
              "{}: the lengths of a {} must be positive and finite; one is {}", owner, nameOf(shape),
              least > 0.0 ? boundingRadius(shape) : least);
}

}  // namespace nsds
