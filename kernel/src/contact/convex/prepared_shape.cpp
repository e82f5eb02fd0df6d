#include "contact/convex/prepared_shape.hpp"

#include <algorithm>

#include "contact/collide_pairs.hpp"
#include "contact/measures.hpp"
#include "nsds/kernel/contact/surfaces.hpp"

namespace nsds::contact {

namespace {

/// Normals whose cosine differs from 1 by less are one direction.
constexpr double sameDirection = 1e-9;

struct PreparedPair {
  const PlacedConvex& a;
  double limit;
  PairRoom& room;

  void collide(const PlacedConvex& b) const {
    Separation apart;
    if (separate(a, b, limit + a.shape.radius() + b.shape.radius(), apart))
      addPatch(a, b, apart, PatchPoints::overlayAndNearest, limit, room.patch, room.points);
  }

  void collide(const HalfSpace& b, const Pose& pose) const {
    const Vector3 normal = rotationOf(pose) * b.normal;
    addPatch(a, normal, b.offset + normal.dot(pose.x), limit, room.patch, room.points);
  }

  void collide(const SurfaceMesh& mesh, const Pose& pose) const {
    const Matrix3 R = rotationOf(pose);
    Vector3 low;
    Vector3 high;
    for (int k = 0; k < 3; ++k) {
      low[k] = R.col(k).dot(a.support(-R.col(k)) - pose.x) - a.shape.radius() - limit;
      high[k] = R.col(k).dot(a.support(R.col(k)) - pose.x) + a.shape.radius() + limit;
    }
    mesh.find(low, high, room.found);
    for (const std::int32_t triangle : room.found) {
      room.triangle.setTriangle(mesh.corners(triangle), mesh.names(triangle));
      collideTriangle(mesh, triangle, {room.triangle, pose.x, R});
    }
    gather();
  }

  void collideTriangle(const SurfaceMesh& mesh, std::int32_t triangle, const PlacedConvex& b) const {
    Separation apart;
    if (!separate(a, b, limit + a.shape.radius(), apart)) return;
    if (mesh.admits(triangle, b.R.transpose() * apart.normal))
      return addPatch(a, b, apart, PatchPoints::overlayAndNearest, limit, room.patch, room.points);
    // The nearest feature is no part of the surface: what lies over the triangle meets its face, unless the shape is behind it.
    const Vector3 n = b.R * mesh.normal(triangle);
    apart = {n, gapAlong(a, b, n), false};
    const double width = n.dot(a.support(n) - a.support(-n)) + 2.0 * a.shape.radius();
    if (a.shape.radius() - apart.gap <= 0.5 * width)
      addPatch(a, b, apart, PatchPoints::overlay, limit, room.patch, room.points);
  }

  /// Triangles side by side have points in common; of those along one direction a few carry what all could.
  void gather() const {
    ContactPoints& points = room.points;
    const double near = 1e-6 * a.shape.size();
    const auto same = [](const ContactPoint& p, const ContactPoint& q) {
      return p.normal.dot(q.normal) > 1.0 - sameDirection;
    };
    std::size_t done = 0;
    while (done < points.size()) {
      // The group of the first point moves to the front, without twins.
      room.group.clear();
      room.others.clear();
      const ContactPoint first = points[done];
      for (std::size_t k = done; k < points.size(); ++k) {
        if (!same(points[k], first)) {
          room.others.push_back(points[k]);
          continue;
        }
        const bool twin = std::any_of(room.group.begin(), room.group.end(), [&](const ContactPoint& q) {
          return (points[k].point - q.point).norm() < near;
        });
        if (!twin) room.group.push_back(points[k]);
      }
      keepSpread(room.group, 0, Manifold::most);
      points.resize(done);
      points.insert(points.end(), room.group.begin(), room.group.end());
      points.insert(points.end(), room.others.begin(), room.others.end());
      done += room.group.size();
    }
  }
};

/// Names that are the same by chance, or because two triangles have such a point, go on counting.
void makeNamesUnique(ContactPoints& points) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto taken = [&] {
      return std::any_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const ContactPoint& p) { return p.feature == points[i].feature; });
    };
    while (taken()) ++points[i].feature;
  }
}

}  // namespace

PreparedShape::PreparedShape(const Shape& shape) {
  requireBullet(nsds::nameOf(shape));
  if (const auto* space = std::get_if<HalfSpace>(&shape))
    halfSpace_ = *space;
  else if (const auto* mesh = std::get_if<TriangleMesh>(&shape))
    mesh_ = std::make_unique<const SurfaceMesh>(*mesh);
  else if (const auto* map = std::get_if<HeightMap>(&shape))
    mesh_ = std::make_unique<const SurfaceMesh>(surfaceOf(*map));
  else
    convex_.emplace(shape);
}

void collidePrepared(const PreparedShape& shape1, const Pose& pose1, const PreparedShape& shape2,
                     const Pose& pose2, double limit, PairRoom& room) {
  room.points.clear();
  if (shape1.convex() == nullptr) {
    if (shape2.convex() == nullptr) return;
    collidePrepared(shape2, pose2, shape1, pose1, limit, room);
    for (ContactPoint& point : room.points) point.normal = -point.normal;
    return;
  }
  const PlacedConvex a{*shape1.convex(), pose1.x, rotationOf(pose1)};
  const PreparedPair pair{a, limit, room};
  if (shape2.convex() != nullptr)
    pair.collide({*shape2.convex(), pose2.x, rotationOf(pose2)});
  else if (shape2.halfSpace() != nullptr)
    pair.collide(*shape2.halfSpace(), pose2);
  else
    pair.collide(*shape2.mesh(), pose2);
  makeNamesUnique(room.points);
}

}  // namespace nsds::contact
