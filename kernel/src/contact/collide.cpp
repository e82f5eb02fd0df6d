// Which function collides which pair of shapes.
#include <algorithm>

#include "contact/collide_pairs.hpp"
#include "contact/convex/prepared_shape.hpp"
#include "contact/measures.hpp"

namespace nsds {

namespace {

using namespace contact;

Round roundOf(const Sphere& sphere, const Pose& pose) {
  return {pose.x, Vector3::Zero(), sphere.radius};
}
Round roundOf(const Capsule& capsule, const Pose& pose) {
  return {pose.x, capsule.halfLength * rotationOf(pose).col(2), capsule.radius};
}

Hull hullOf(const Disk& disk, const Pose& pose) {
  Hull hull;
  hull.vertices[0] = pose.x.head<2>();
  hull.count = 1;
  hull.radius = disk.radius;
  return hull;
}
Hull hullOf(const Polygon& polygon, const Pose& pose) {
  const Eigen::Matrix2d R = rotationOf(pose).topLeftCorner<2, 2>();
  Hull hull;
  hull.count = static_cast<int>(polygon.vertices.size());
  hull.radius = polygon.radius;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i)
    hull.vertices[i] = pose.x.head<2>() + R * polygon.vertices[i];
  return hull;
}

template <class Shape>
constexpr bool isPlanarShape = std::is_same_v<Shape, Disk> || std::is_same_v<Shape, Polygon>;
template <class Shape>
constexpr bool isRound = std::is_same_v<Shape, Sphere> || std::is_same_v<Shape, Capsule>;

/// Those of the folder convex.
template <class Shape>
constexpr bool isPrepared = std::is_same_v<Shape, ConvexHull> || std::is_same_v<Shape, Cylinder> ||
                            std::is_same_v<Shape, CircularCone> || std::is_same_v<Shape, TriangleMesh> ||
                            std::is_same_v<Shape, HeightMap>;

template <class A, class B>
constexpr bool neverMeet =
    isPrepared<A> || isPrepared<B> ? true
    : std::is_same_v<A, HalfSpace> ? std::is_same_v<B, HalfSpace>
                                   : !std::is_same_v<B, HalfSpace> && isPlanarShape<A> != isPlanarShape<B>;

/// Points of the pair in the other order.
void flip(Manifold& manifold) {
  for (int k = 0; k < manifold.count; ++k) {
    Vector3& normal = manifold.points[static_cast<std::size_t>(k)].normal;
    normal = -normal;
  }
}

struct Collider {
  const Pose& pose1;
  const Pose& pose2;
  double margin;
  Manifold& manifold;

  template <class A, class B>
  void operator()(const A& a, const B& b) const {
    if constexpr (neverMeet<A, B>) {
      return;
    } else if constexpr (std::is_same_v<A, HalfSpace> || (std::is_same_v<A, Box> && isRound<B>)) {
      Collider{pose2, pose1, margin, manifold}(b, a);
      flip(manifold);
    } else if constexpr (isPlanarShape<A> && isPlanarShape<B>) {
      collideHulls(hullOf(a, pose1), hullOf(b, pose2), margin, manifold);
    } else if constexpr (isPlanarShape<A> && std::is_same_v<B, HalfSpace>) {
      collideHullHalfSpace(hullOf(a, pose1), b, pose2, margin, manifold);
    } else if constexpr (isRound<A> && isRound<B>) {
      collideRounds(roundOf(a, pose1), roundOf(b, pose2), margin, manifold);
    } else if constexpr (isRound<A> && std::is_same_v<B, HalfSpace>) {
      collideRoundHalfSpace(roundOf(a, pose1), b, pose2, margin, manifold);
    } else if constexpr (isRound<A>) {
      collideRoundBox(roundOf(a, pose1), b, pose2, margin, manifold);
    } else if constexpr (std::is_same_v<B, HalfSpace>) {
      collideBoxHalfSpace(a, pose1, b, pose2, margin, manifold);
    } else {
      collideBoxes(a, pose1, b, pose2, margin, manifold);
    }
  }
};

void collideOnce(const Shape& shape1, const Pose& pose1, const Shape& shape2, const Pose& pose2,
                 double margin, Manifold& manifold) {
  checkShape("collide", shape1);
  checkShape("collide", shape2);
  if (isPlanar(shape1) || isPlanar(shape2)) return;
  PairRoom room;
  collidePrepared(PreparedShape(shape1), pose1, PreparedShape(shape2), pose2, margin, room);
  std::sort(room.points.begin(), room.points.end(),
            [](const ContactPoint& p, const ContactPoint& q) { return p.gap < q.gap; });
  for (const ContactPoint& p : room.points) add(manifold, margin, p.point, p.normal, p.gap, p.feature);
}

}  // namespace

void collide(const Shape& shape1, const Pose& pose1, const Shape& shape2, const Pose& pose2, double margin,
             Manifold& manifold) {
  manifold.count = 0;
  if (needsBullet(shape1) || needsBullet(shape2))
    return collideOnce(shape1, pose1, shape2, pose2, margin, manifold);
  std::visit(Collider{pose1, pose2, margin, manifold}, shape1, shape2);
}

}  // namespace nsds
