// A convex shape in space as its support function, what it touches a plane with, and the normals of its faces; grown by a radius. It is
// the hull of points (triangles, segments and points too), a cylinder or a cone.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds::contact {

/// A corner of what touches a plane: names are the same wherever the shape is.
struct SupportCorner {
  Vector3 x;
  std::uint32_t name = 0;
};
/// A point, a segment, or a polygon that is counterclockwise seen from outside.
using SupportPolygon = std::vector<SupportCorner>;

class Convex {
 public:
  /// shape: any in space that is convex and no half space.
  explicit Convex(const Shape& shape);
  /// Makes room for triangles.
  Convex();
  /// Makes it the hull of three points, its first face in front. names: of the corners.
  void setTriangle(const std::array<Vector3, 3>& triangle, const std::array<std::int32_t, 3>& names);

  /// Around the core, which all below is about.
  double radius() const { return radius_; }
  /// Rounding is relative to it.
  double size() const { return size_; }
  const Vector3& centre() const { return centre_; }
  Vector3 support(const Vector3& direction) const;
  /// Finds what a plane with the outward unit normal `direction` touches, and the normal of the face that it is; zero where it is none.
  Vector3 touching(const Vector3& direction, SupportPolygon& polygon) const;
  std::span<const Vector3> faceNormals() const { return normals_; }

 private:
  enum class Kind : std::uint8_t { polytope, cylinder, cone };
  void addFace(const Vector3& normal, std::span<const std::int32_t> corners);
  void measure();
  Vector3 touchingFace(const Vector3& direction, SupportPolygon& polygon) const;
  void cap(double z, SupportPolygon& polygon) const;

  Kind kind_ = Kind::polytope;
  double radius_ = 0.0;
  double size_ = 0.0;
  Vector3 centre_ = Vector3::Zero();
  double r_ = 0.0;  // of cylinders and cones
  double halfLength_ = 0.0;
  std::vector<Vector3> vertices_;
  std::vector<std::uint32_t> names_;  // of them
  std::vector<Vector3> normals_;
  std::vector<std::int32_t> corners_;  // of all faces, counterclockwise
  std::vector<std::size_t> ends_;      // of each face among them
};

}  // namespace nsds::contact
