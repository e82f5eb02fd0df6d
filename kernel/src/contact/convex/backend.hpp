// What Bullet computes: nearest points of convex shapes, and which triangles are in a box. A build without the switch NSDS_BULLET has
// the same functions, which refuse.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "contact/convex/convex.hpp"

namespace nsds::contact {

/// A convex shape where it is.
struct PlacedConvex {
  const Convex& shape;
  Vector3 x;
  Eigen::Matrix3d R;

  Vector3 toSpace(const Vector3& local) const { return x + R * local; }
  Vector3 support(const Vector3& direction) const {
    return toSpace(shape.support(R.transpose() * direction));
  }
};

/// The nearest points of the cores of two shapes.
struct NearestPoints {
  Vector3 normal = Vector3::Zero();  ///< unit, from b to a
  Vector3 onA = Vector3::Zero();
  Vector3 onB = Vector3::Zero();
};
/// Gilbert, Johnson and Keerthi (1988). guess: about from b to a. Returns false if the shapes overlap or touch, up to 1e-12 of lengths.
bool nearestPoints(const PlacedConvex& a, const PlacedConvex& b, const Vector3& guess,
                   NearestPoints& nearest);

/// Gives the direction along which the cores of shapes that overlap well overlap least, either way round, as the expanding polytope finds
/// it (van den Bergen, 2001); zero where it does not.
Vector3 leastOverlap(const PlacedConvex& a, const PlacedConvex& b, const Vector3& guess);

/// Throws InvalidArgument, naming the switch, in a build without Bullet.
void requireBullet(const char* shape);

/// Triangles by where they are.
class TriangleTree {
 public:
  /// triangles: indices of vertices; both are read as long as the tree lives.
  TriangleTree(const std::vector<Vector3>& vertices,
               const std::vector<std::array<std::int32_t, 3>>& triangles);
  ~TriangleTree();
  TriangleTree(const TriangleTree&) = delete;
  TriangleTree& operator=(const TriangleTree&) = delete;
  /// Lists the triangles that may meet the box from `low` to `high`, in ascending order.
  void find(const Vector3& low, const Vector3& high, std::vector<std::int32_t>& found) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace nsds::contact
