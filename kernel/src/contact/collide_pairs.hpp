// Collides pairs of shapes by one function each; 1 and 2 as in collide. The files of this folder share it,
// and no others.
#pragma once

#include <Eigen/Geometry>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds::contact {

using Matrix3 = Eigen::Matrix3d;

inline Matrix3 rotationOf(const Pose& pose) {
  return Eigen::Quaterniond(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2], pose.quaternion[3])
      .toRotationMatrix();
}

/// Adds a point unless its gap is beyond the margin or the manifold is full.
inline void add(Manifold& manifold, double margin, const Vector3& point, const Vector3& normal, double gap,
                std::uint32_t feature) {
  if (!(gap <= margin) || manifold.count == Manifold::most) return;
  manifold.points[static_cast<std::size_t>(manifold.count++)] = {point, normal, gap, feature};
}

/// Collides a ball around `centre1` with one around `centre2`.
inline void addBalls(Manifold& manifold, double margin, const Vector3& centre1, double radius1,
                     const Vector3& centre2, double radius2, std::uint32_t feature) {
  const Vector3 apart = centre1 - centre2;
  const double distance = apart.norm();
  const Vector3 normal = distance > 0.0 ? Vector3(apart / distance) : Vector3::UnitZ();
  const double gap = distance - radius1 - radius2;
  add(manifold, margin, centre2 + (radius2 + 0.5 * gap) * normal, normal, gap, feature);
}

/// The segment inside a sphere (a point) or a capsule, and the radius around it.
struct Round {
  Vector3 centre;
  Vector3 half;  ///< from the centre to one end; zero for spheres
  double radius;
};

void collideRounds(const Round& a, const Round& b, double margin, Manifold& manifold);
void collideRoundHalfSpace(const Round& a, const HalfSpace& b, const Pose& poseB, double margin,
                           Manifold& manifold);
void collideBoxHalfSpace(const Box& a, const Pose& poseA, const HalfSpace& b, const Pose& poseB,
                         double margin, Manifold& manifold);
void collideRoundBox(const Round& a, const Box& b, const Pose& poseB, double margin, Manifold& manifold);
void collideBoxes(const Box& a, const Pose& poseA, const Box& b, const Pose& poseB, double margin,
                  Manifold& manifold);

/// A shape of the plane where it is: the hull of its vertices, counterclockwise, grown by the radius. A disk
/// is the hull of its centre.
struct Hull {
  std::array<Vector2, Polygon::most> vertices;
  int count = 0;
  double radius = 0.0;

  const Vector2& vertex(int i) const { return vertices[static_cast<std::size_t>(i % count)]; }
  Vector2 edge(int i) const { return vertex(i + 1) - vertex(i); }
  /// Gives the normal of edge i, out of the hull.
  Vector2 normal(int i) const {
    const Vector2 along = edge(i);
    return Vector2(along[1], -along[0]) / along.norm();
  }
};

void collideHulls(const Hull& a, const Hull& b, double margin, Manifold& manifold);
void collideHullHalfSpace(const Hull& a, const HalfSpace& b, const Pose& poseB, double margin,
                          Manifold& manifold);

}  // namespace nsds::contact
