#include "nsds/kernel/contact/mass_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include "contact/collide_pairs.hpp"
#include "contact/convex/hull.hpp"
#include "contact/measures.hpp"
#include "modeling/checks.hpp"

namespace nsds {

namespace {

using std::numbers::pi;

MassProperties symmetric(double mass, double ix, double iy, double iz) {
  return {mass, Vector3::Zero(), Vector3(ix, iy, iz).asDiagonal()};
}

/// Integrals of 1, x and x xᵀ over an area of the plane.
struct Moments {
  double zeroth = 0.0;
  Vector2 first = Vector2::Zero();
  Eigen::Matrix2d second = Eigen::Matrix2d::Zero();

  void operator+=(const Moments& other) {
    zeroth += other.zeroth;
    first += other.first;
    second += other.second;
  }
};

/// Gives the moments of the triangle from the origin to a and b, negative if that turns clockwise.
Moments ofTriangle(const Vector2& a, const Vector2& b) {
  const double area = 0.5 * (a[0] * b[1] - a[1] * b[0]);
  const Vector2 sum = a + b;
  return {area, area / 3.0 * sum,
          area / 12.0 * (a * a.transpose() + b * b.transpose() + sum * sum.transpose())};
}

/// Gives the moments of the sector of a disk around p between two directions, which are unit vectors less than a turn
/// apart.
Moments ofSector(const Vector2& p, double radius, const Vector2& from, const Vector2& to) {
  const double first = std::atan2(from[1], from[0]);
  double turn = std::atan2(to[1], to[0]) - first;
  if (turn < -0.5 * pi) turn += 2.0 * pi;
  turn = std::max(turn, 0.0);  // corners that are hardly any are rounded to none
  const double last = first + turn;
  // In the frame of p: integrals of the unit vector u and of u uᵀ over the angle.
  const Vector2 u(std::sin(last) - std::sin(first), std::cos(first) - std::cos(last));
  const double c2 = 0.25 * (std::sin(2.0 * last) - std::sin(2.0 * first));
  const double s2 = 0.25 * (std::cos(2.0 * first) - std::cos(2.0 * last));
  const double area = 0.5 * radius * radius * turn;
  const Vector2 moment = std::pow(radius, 3) / 3.0 * u;
  const Eigen::Matrix2d own =
      std::pow(radius, 4) / 4.0 * Eigen::Matrix2d{{0.5 * turn + c2, s2}, {s2, 0.5 * turn - c2}};
  return {area, area * p + moment,
          own + area * p * p.transpose() + moment * p.transpose() + p * moment.transpose()};
}

/// The hull of the vertices, a strip of width `radius` outside of each edge, and a sector at each vertex.
Moments ofPolygon(const Polygon& polygon) {
  const std::size_t n = polygon.vertices.size();
  Moments sum;
  const auto outOf = [&](std::size_t i) {
    const Vector2 edge = (polygon.vertices[(i + 1) % n] - polygon.vertices[i % n]).normalized();
    return Vector2(edge[1], -edge[0]);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Vector2& a = polygon.vertices[i];
    const Vector2& b = polygon.vertices[(i + 1) % n];
    sum += ofTriangle(a, b);
    if (polygon.radius == 0.0) continue;
    const Vector2 out = outOf(i);
    const Vector2 corners[] = {a, a + polygon.radius * out, b + polygon.radius * out, b};
    for (std::size_t k = 0; k < 4; ++k) sum += ofTriangle(corners[k], corners[(k + 1) % 4]);
    sum += ofSector(b, polygon.radius, out, outOf(i + 1));
  }
  return sum;
}

MassProperties plate(const Moments& moments, double density) {
  const Vector2 centre = moments.first / moments.zeroth;
  const Eigen::Matrix2d about = density * (moments.second - moments.zeroth * centre * centre.transpose());
  return {density * moments.zeroth,
          {centre[0], centre[1], 0.0},
          Matrix{{about(1, 1), -about(0, 1), 0.0},
                 {-about(0, 1), about(0, 0), 0.0},
                 {0.0, 0.0, about(0, 0) + about(1, 1)}}};
}

/// Integrals of 1, x and x xᵀ over a body, as a sum over the tetrahedra from `about` to the triangles of its surface, which are negative
/// where they face it.
struct Volume {
  Vector3 about;
  double zeroth = 0.0;
  Vector3 first = Vector3::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();

  void add(const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 corners[] = {a - about, b - about, c - about};
    const double volume = corners[0].dot(corners[1].cross(corners[2])) / 6.0;
    const Vector3 sum = corners[0] + corners[1] + corners[2];
    zeroth += volume;
    first += volume / 4.0 * sum;
    for (const Vector3& x : corners) second += volume / 20.0 * x * x.transpose();
    second += volume / 20.0 * sum * sum.transpose();
  }
  MassProperties filled(double density) const {
    const Vector3 centre = first / zeroth;
    const Eigen::Matrix3d moments = density * (second - zeroth * centre * centre.transpose());
    return {density * zeroth, about + centre, moments.trace() * Eigen::Matrix3d::Identity() - moments};
  }
};

void checkClosed(const TriangleMesh& mesh) {
  std::set<std::pair<std::int32_t, std::int32_t>> edges;
  for (const auto& corners : mesh.triangles)
    for (std::size_t k = 0; k < 3; ++k) edges.emplace(corners.at(k), corners.at((k + 1) % 3));
  for (const auto& [from, to] : edges)
    check::that(edges.count({to, from}) != 0,
                "a triangle mesh has mass if it is closed; the edge from {} to {} has one triangle", from,
                to);
}

/// The mass properties of each kind of shape.
struct MassOf {
  double density;
  MassProperties operator()(const Sphere& s) const {
    const double mass = density * 4.0 / 3.0 * pi * std::pow(s.radius, 3);
    const double moment = 0.4 * mass * s.radius * s.radius;
    return symmetric(mass, moment, moment, moment);
  }
  MassProperties operator()(const Capsule& s) const {
    // A cylinder and two halves of a ball, whose centres are 3/8 of the radius beyond its ends.
    const double r = s.radius;
    const double l = s.halfLength;
    const double cylinder = density * pi * r * r * 2.0 * l;
    const double ball = density * 4.0 / 3.0 * pi * r * r * r;
    const double across =
        cylinder * (r * r / 4.0 + l * l / 3.0) + ball * (0.4 * r * r + l * l + 0.75 * r * l);
    return symmetric(cylinder + ball, across, across, cylinder * r * r / 2.0 + ball * 0.4 * r * r);
  }
  MassProperties operator()(const Box& s) const {
    const double mass = density * 8.0 * s.half.prod();
    const Vector3 squares = s.half.cwiseAbs2() * (mass / 3.0);
    return symmetric(mass, squares[1] + squares[2], squares[0] + squares[2], squares[0] + squares[1]);
  }
  MassProperties operator()(const HalfSpace&) const {
    throw InvalidArgument("a half space has no mass: it is for what does not move");
  }
  MassProperties operator()(const Disk& s) const {
    const double mass = density * pi * s.radius * s.radius;
    const double moment = 0.25 * mass * s.radius * s.radius;
    return symmetric(mass, moment, moment, 2.0 * moment);
  }
  MassProperties operator()(const Polygon& s) const { return plate(ofPolygon(s), density); }
  MassProperties operator()(const ConvexHull& s) const {
    Volume volume{s.points.front()};
    const auto at = [&](std::int32_t i) { return s.points[static_cast<std::size_t>(i)]; };
    for (const contact::HullFace& face : contact::facesOfHull(s.points))
      for (std::size_t k = 2; k < face.corners.size(); ++k)
        volume.add(at(face.corners[0]), at(face.corners[k - 1]), at(face.corners[k]));
    return volume.filled(density);
  }
  MassProperties operator()(const Cylinder& s) const {
    const double mass = density * 2.0 * pi * s.radius * s.radius * s.halfLength;
    const double square = s.radius * s.radius;
    const double across = mass * (square / 4.0 + s.halfLength * s.halfLength / 3.0);
    return symmetric(mass, across, across, mass * square / 2.0);
  }
  MassProperties operator()(const CircularCone& s) const {
    // The centre is a quarter of the height l above the base; about it the moment across is 3/20 r² + 3/80 l² of the mass.
    const double length = 2.0 * s.halfLength;
    const double square = s.radius * s.radius;
    const double mass = density * pi * square * length / 3.0;
    const double across = mass * (3.0 / 20.0 * square + 3.0 / 80.0 * length * length);
    MassProperties cone = symmetric(mass, across, across, 0.3 * mass * square);
    cone.centre[2] = -0.5 * s.halfLength;
    return cone;
  }
  MassProperties operator()(const TriangleMesh& s) const {
    checkClosed(s);
    Volume volume{s.vertices[static_cast<std::size_t>(s.triangles.front().front())]};
    const auto at = [&](std::int32_t i) { return s.vertices[static_cast<std::size_t>(i)]; };
    for (const auto& corners : s.triangles) volume.add(at(corners[0]), at(corners[1]), at(corners[2]));
    check::that(volume.zeroth > 0.0,
                "the triangles of a closed mesh turn counterclockwise seen from outside");
    return volume.filled(density);
  }
  MassProperties operator()(const HeightMap&) const {
    throw InvalidArgument("a height map has no mass: it is for what does not move");
  }
};

}  // namespace

MassProperties massProperties(const Shape& shape, double density) {
  check::that(std::isfinite(density) && density > 0.0, "the density {} of a {} is not positive", density,
              nameOf(shape));
  checkShape("massProperties", shape);
  return std::visit(MassOf{density}, shape);
}

MassProperties massProperties(std::span<const PlacedShape> parts, double density) {
  check::that(!parts.empty(), "massProperties: a body has no shapes");
  MassProperties all{0.0, Vector3::Zero(), Matrix::Zero(3, 3)};
  std::vector<MassProperties> each;
  for (const PlacedShape& part : parts) {
    const Eigen::Map<const Eigen::Vector4d> quaternion(part.pose.quaternion.data());
    check::that(part.pose.x.allFinite() && std::abs(quaternion.norm() - 1.0) <= 1e-6,
                "massProperties: a pose needs finite coordinates and a unit quaternion");
    check::that(isPlanar(part.shape) == isPlanar(parts.front().shape),
                "massProperties: shapes of a body are in the plane or in space, not both");
    if (isPlanar(part.shape)) checkInPlane("massProperties", part.shape, part.pose);
    const Eigen::Matrix3d R = contact::rotationOf(part.pose);
    MassProperties own = massProperties(part.shape, density);
    own.centre = part.pose.x + R * own.centre;
    own.inertia = R * own.inertia * R.transpose();
    all.mass += own.mass;
    all.centre += own.mass * own.centre;
    each.push_back(std::move(own));
  }
  all.centre /= all.mass;
  for (const MassProperties& own : each) {
    const Vector3 arm = own.centre - all.centre;
    all.inertia += own.inertia;
    all.inertia += own.mass * (arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose());
  }
  return all;
}

}  // namespace nsds
