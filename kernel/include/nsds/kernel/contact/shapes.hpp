// Shapes of bodies, and where they meet.
#pragma once

#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/kernel/export.hpp"

namespace nsds {

using Vector2 = Eigen::Vector2d;
using Vector3 = Eigen::Vector3d;

struct Sphere {
  double radius;  ///< > 0 [m]
};
/// All points within `radius` of the segment from (0, 0, -halfLength) to (0, 0, halfLength).
struct Capsule {
  double radius;      ///< > 0 [m]
  double halfLength;  ///< > 0 [m]
};
struct Box {
  Vector3 half;  ///< half the edges, > 0 [m]
};
/// The half space normal . x ≤ offset is filled, and is for what does not move. In the plane z = 0 it is a
/// half plane.
struct HalfSpace {
  Vector3 normal;  ///< unit vector, out of the filled side
  double offset;   ///< [m]
};
/// A disk lies in the plane z = 0 and is for planar bodies.
struct Disk {
  double radius;  ///< > 0 [m]
};
/// A polygon lies in the plane z = 0 and is for planar bodies: it has all points within `radius` of the
/// convex hull of its vertices.
struct Polygon {
  static constexpr std::size_t most = 16;
  /// 2 to 16, all of them corners of their hull, counterclockwise [m]
  std::vector<Vector2> vertices;
  double radius = 0.0;  ///< ≥ 0, > 0 with two vertices [m]
};

// The shapes below are in space and need a build with the switch NSDS_BULLET; without it the detection, and collide(), refuse them
// by name.

/// The convex hull of points, of which those inside do not count.
struct ConvexHull {
  std::vector<Vector3> points;  ///< ≥ 4, not all in one plane [m]
};
/// All points within `radius` of the z axis with |z| ≤ halfLength.
struct Cylinder {
  double radius;      ///< > 0 [m]
  double halfLength;  ///< > 0 [m]
};
/// A cone about the z axis: its base is the disk z = -halfLength, its tip is (0, 0, halfLength).
struct CircularCone {
  double radius;      ///< of the base, > 0 [m]
  double halfLength;  ///< > 0 [m]
};
/// A surface of triangles, for what does not move. Their front is where their corners turn counterclockwise; bodies are in front and
/// pass through from behind. Edges that two triangles share, and edges of the rim, are convex or not; only convex ones touch bodies.
struct TriangleMesh {
  std::vector<Vector3> vertices;  ///< [m]
  std::vector<std::array<std::int32_t, 3>>
      triangles;  ///< indices of vertices; an edge belongs to at most two
};
/// The surface z = height over a grid in x and y from the origin, two triangles a cell, for what does not move. Its front is above.
struct HeightMap {
  std::size_t columns;          ///< points along x, ≥ 2
  std::size_t rows;             ///< points along y, ≥ 2
  double dx;                    ///< distance of columns, > 0 [m]
  double dy;                    ///< distance of rows, > 0 [m]
  std::vector<double> heights;  ///< (rows x columns), row by row [m]
};
using Shape = std::variant<Sphere, Capsule, Box, HalfSpace, Disk, Polygon, ConvexHull, Cylinder, CircularCone,
                           TriangleMesh, HeightMap>;

/// Where a body is: x and the unit quaternion (w, x, y, z) of its rotation.
struct Pose {
  Vector3 x = Vector3::Zero();
  std::array<double, 4> quaternion = {1.0, 0.0, 0.0, 0.0};
};

/// Where what has the pose `local` in a frame is, if the frame is at `frame`.
NSDS_KERNEL_API Pose placedIn(const Pose& frame, const Pose& local);

/// One point where shape 1 and shape 2 meet or nearly do.
struct ContactPoint {
  Vector3 point;     ///< midway between the two surfaces, inertial frame [m]
  Vector3 normal;    ///< unit vector, out of shape 2 into shape 1
  double gap = 0.0;  ///< [m], negative where they overlap
  /// Names the features that meet (vertices, edges, faces): the same from step to step while these do.
  std::uint32_t feature = 0;
};

/// The points where two shapes meet: enough of them to carry any force that the touching faces could.
struct Manifold {
  static constexpr int most = 8;
  std::array<ContactPoint, most> points;
  int count = 0;
};

/// Points of shapes 1 and 2 whose gap is at most `margin`. Two half spaces do not meet, nor does a shape of
/// the plane meet one in space other than half spaces, nor two meshes or height maps. The poses of planar shapes keep them in the
/// plane z = 0. Hulls and meshes are prepared anew in each call, which a CollisionDetection does once; of more points than a manifold
/// holds the deepest are given. Errors: InvalidArgument naming NSDS_BULLET, and on shapes that are none.
NSDS_KERNEL_API void collide(const Shape& shape1, const Pose& pose1, const Shape& shape2, const Pose& pose2,
                             double margin, Manifold& manifold);

}  // namespace nsds
