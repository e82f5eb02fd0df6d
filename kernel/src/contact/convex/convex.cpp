#include "contact/convex/convex.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "contact/convex/hull.hpp"

namespace nsds::contact {

namespace {

/// Corners that are that near to the plane, relative to the size, touch it; of an edge that GJK has found both ends do.
constexpr double touches = 1e-7;
/// The rim of a cap has this many corners, which stay with the body; the lowest point of the rim is added where it is lower.
constexpr int rimCorners = 6;

}  // namespace

Convex::Convex(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    vertices_ = {Vector3::Zero()};
    radius_ = sphere->radius;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    for (const double side : {-1.0, 1.0}) vertices_.emplace_back(0.0, 0.0, side * capsule->halfLength);
    radius_ = capsule->radius;
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    kind_ = Kind::cylinder;
    r_ = cylinder->radius;
    halfLength_ = cylinder->halfLength;
    normals_ = {-Vector3::UnitZ(), Vector3::UnitZ()};
  } else if (const auto* cone = std::get_if<CircularCone>(&shape)) {
    kind_ = Kind::cone;
    r_ = cone->radius;
    halfLength_ = cone->halfLength;
    normals_ = {-Vector3::UnitZ()};
  } else {
    if (const auto* box = std::get_if<Box>(&shape)) {
      for (unsigned i = 0; i < 8; ++i)
        vertices_.emplace_back(
            Vector3((i & 1U) != 0 ? 1.0 : -1.0, (i & 2U) != 0 ? 1.0 : -1.0, (i & 4U) != 0 ? 1.0 : -1.0)
                .cwiseProduct(box->half));
    } else {
      vertices_ = std::get<ConvexHull>(shape).points;
    }
    for (const HullFace& face : facesOfHull(vertices_)) addFace(face.normal, face.corners);
  }
  names_.resize(vertices_.size());
  std::iota(names_.begin(), names_.end(), 0U);
  measure();
}

Convex::Convex() : vertices_(3), names_(3), normals_(2), corners_{0, 1, 2, 2, 1, 0}, ends_{3, 6} {}

void Convex::setTriangle(const std::array<Vector3, 3>& triangle, const std::array<std::int32_t, 3>& names) {
  std::copy(triangle.begin(), triangle.end(), vertices_.begin());
  std::copy(names.begin(), names.end(), names_.begin());
  normals_[0] = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  normals_[1] = -normals_[0];
  measure();
}

void Convex::addFace(const Vector3& normal, std::span<const std::int32_t> corners) {
  normals_.push_back(normal);
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  ends_.push_back(corners_.size());
}

void Convex::measure() {
  centre_.setZero();
  if (kind_ != Kind::polytope) {
    size_ = 2.0 * std::hypot(r_, halfLength_);
    return;
  }
  for (const Vector3& x : vertices_) centre_ += x / static_cast<double>(vertices_.size());
  size_ = 2.0 * radius_;
  for (const Vector3& x : vertices_) size_ = std::max(size_, 2.0 * (x - centre_).norm() + 2.0 * radius_);
}

Vector3 Convex::support(const Vector3& direction) const {
  if (kind_ == Kind::polytope) {
    const Vector3* best = vertices_.data();
    double most = -std::numeric_limits<double>::infinity();
    for (const Vector3& x : vertices_) {
      const double reach = direction.dot(x);
      if (reach > most) {
        most = reach;
        best = &x;
      }
    }
    return *best;
  }
  const double across = direction.head<2>().norm();
  Vector3 rim = Vector3::Zero();
  if (across > 0.0) rim.head<2>() = r_ / across * direction.head<2>();
  if (kind_ == Kind::cylinder) {
    rim[2] = direction[2] < 0.0 ? -halfLength_ : halfLength_;
    return rim;
  }
  rim[2] = -halfLength_;
  const Vector3 tip(0.0, 0.0, halfLength_);
  return direction.dot(tip) > direction.dot(rim) ? tip : rim;
}

/// Of the faces that most corners touch the one that looks most that way.
Vector3 Convex::touchingFace(const Vector3& direction, SupportPolygon& polygon) const {
  const double most = direction.dot(support(direction)) - touches * size_;
  std::size_t best = ends_.size();
  std::size_t bestCount = 0;
  double bestAlong = 0.05;  // faces that are seen from the side do not touch
  std::size_t first = 0;
  for (std::size_t face = 0; face < ends_.size(); first = ends_[face++]) {
    const double along = direction.dot(normals_[face]);
    if (along < 0.05) continue;
    std::size_t count = 0;
    for (std::size_t k = first; k < ends_[face]; ++k)
      if (direction.dot(vertices_[static_cast<std::size_t>(corners_[k])]) >= most) ++count;
    count = std::min<std::size_t>(count, 3);
    if (count == 0 || count < bestCount || (count == bestCount && along <= bestAlong)) continue;
    best = face;
    bestCount = count;
    bestAlong = along;
  }
  if (best == ends_.size()) return Vector3::Zero();
  for (std::size_t k = best == 0 ? 0 : ends_[best - 1]; k < ends_[best]; ++k)
    polygon.push_back(
        {vertices_[static_cast<std::size_t>(corners_[k])], names_[static_cast<std::size_t>(corners_[k])]});
  return normals_[best];
}

void Convex::cap(double z, SupportPolygon& polygon) const {
  for (int k = 0; k < rimCorners; ++k) {
    const double turn = 2.0 * std::numbers::pi / rimCorners * (z > 0.0 ? k : -k);
    polygon.push_back(
        {{r_ * std::cos(turn), r_ * std::sin(turn), z}, static_cast<std::uint32_t>((z > 0.0 ? 2 : 16) + k)});
  }
}

Vector3 Convex::touching(const Vector3& direction, SupportPolygon& polygon) const {
  polygon.clear();
  if (kind_ == Kind::polytope) {
    if (vertices_.size() > 2) return touchingFace(direction, polygon);
    for (std::size_t i = 0; i < vertices_.size(); ++i)
      polygon.push_back({vertices_[i], static_cast<std::uint32_t>(i)});
    return Vector3::Zero();
  }
  const double across = direction.head<2>().norm();
  Vector3 side(across > 0.0 ? direction[0] / across : 1.0, across > 0.0 ? direction[1] / across : 0.0, 0.0);
  Vector3 normal = side;
  if (kind_ == Kind::cone) normal = (2.0 * halfLength_ * side + r_ * Vector3::UnitZ()).normalized();
  const double up = kind_ == Kind::cone ? -direction[2] : std::abs(direction[2]);
  if (up > direction.dot(normal)) {
    const double z = kind_ == Kind::cone || direction[2] < 0.0 ? -halfLength_ : halfLength_;
    cap(z, polygon);
    return z > 0.0 ? Vector3::UnitZ() : Vector3(-Vector3::UnitZ());
  }
  polygon.push_back({r_ * side - halfLength_ * Vector3::UnitZ(), 0});
  side *= kind_ == Kind::cone ? 0.0 : r_;
  polygon.push_back({side + halfLength_ * Vector3::UnitZ(), 1});
  return Vector3::Zero();
}

}  // namespace nsds::contact
