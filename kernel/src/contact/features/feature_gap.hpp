// The gap between two features of bodies, corners, edges or faces grown by a radius, as a function of coordinates:
//
//   face    g = m · (p − o) − r,  m the outward normal of the face through o
//   corner  g = |p − o| − r
//   edge    g = |(p − o) − ((p − o) · d) d| − r,  d along the edge through o
//   edges   g = ± (u × d) · (p − o) / |u × d| − r,  of two edges along u through p and along d through o
//
// p is a point of one body, the other feature belongs to the other one. While the features stay the same, g is as smooth as the
// coordinates, U_N = n · (v₁(c₁) − v₂(c₂)) with the points c of the two surfaces, whatever the gap is, and
//
//   γ = ȧ · (v₁(c₁) − v₂(c₂)) + a · (ω₁ × (ċ₁ − ẋ₁) − ω₂ × (ċ₂ − ẋ₂))
//
// for the row along the axis a (normal or tangent), where the velocities of the bodies are held.
#pragma once

#include <cstdint>

#include "contact/features/moving.hpp"

namespace nsds {

struct FeatureGap {
  enum class Other : std::uint8_t { face, corner, edge, edges };
  Other other = Other::face;
  bool pointOnFirst = true;  ///< the point, or the first of two edges, belongs to body 1
  /// In the frame of the body of the point, inertial if that does not move:
  Vector3 point = Vector3::Zero();
  Vector3 along = Vector3::Zero();  ///< of two edges: u
  /// In the frame of the other one:
  Vector3 origin = Vector3::Zero();
  Vector3 direction = Vector3::Zero();  ///< unit: the normal of a face, along an edge; zero for corners
  double sign = 1.0;                    ///< of the normal of two edges
  double pointRadius = 0.0;             ///< around the point [m]
  double otherRadius = 0.0;             ///< around the other feature [m]
};

namespace contact {

/// Where a body is and how it moves; what does not move is at rest at the origin.
struct BodyMotion {
  Vector3 x = Vector3::Zero();
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Vector3 v = Vector3::Zero();
  Vector3 omega = Vector3::Zero();  ///< inertial frame [rad/s]

  MovingVector at(const Vector3& local) const {
    const Vector3 arm = R * local;
    return {x + arm, v + omega.cross(arm)};
  }
  MovingVector turned(const Vector3& local) const {
    const Vector3 direction = R * local;
    return {direction, omega.cross(direction)};
  }
};

/// Where two features are nearest.
struct Witness {
  MovingVector normal;  ///< unit, out of body 2 into body 1
  MovingVector point1;  ///< on the surface of body 1
  MovingVector point2;  ///< on the surface of body 2
  double gap = 0.0;
};

Witness witnessOf(const FeatureGap& features, const BodyMotion& body1, const BodyMotion& body2);

}  // namespace contact
}  // namespace nsds
