// Where shapes of the plane meet: against closed forms and the distances of all vertices and edges, and what
// must not change: the frame, the order of the two shapes, the features while a body moves a little.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>
#include <set>

#include "kernel/contact/manifolds.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::planar_shapes_test {
namespace {

Pose at(double x, double y, double angle = 0.0) {
  return {{x, y, 0.0}, {std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle)}};
}

/// A pose and what it was made from.
struct Place {
  Vector2 x;
  double angle;
  Pose pose() const { return at(x[0], x[1], angle); }
  Vector2 operator*(const Vector2& p) const { return x + Eigen::Rotation2Dd(angle) * p; }
  Place operator*(const Place& p) const { return {*this * p.x, angle + p.angle}; }
};

class RandomPlanarShapes {
 public:
  double in(double low, double high) { return draws_.uniform(low, high); }
  Place place(double reach) {
    return {{in(-reach, reach), in(-reach, reach)}, in(-std::numbers::pi, std::numbers::pi)};
  }
  /// Corners on an ellipse.
  Polygon polygon() {
    const int n = draws_.integer(2, 7);
    Polygon polygon;
    polygon.radius = n == 2 || in(0.0, 1.0) < 0.5 ? in(0.05, 0.3) : 0.0;
    const double a = in(0.3, 1.0);
    const double b = in(0.3, 1.0);
    for (int k = 0; k < n; ++k) {
      const double angle = 2.0 * std::numbers::pi * (k + in(0.1, 0.9)) / n;
      polygon.vertices.emplace_back(a * std::cos(angle), b * std::sin(angle));
    }
    return polygon;
  }
  Shape shape() {
    if (in(0.0, 1.0) < 0.3) return Disk{in(0.2, 1.0)};
    return polygon();
  }

 private:
  Draws draws_{1};
};

std::vector<Vector2> placed(const Polygon& polygon, const Place& place) {
  std::vector<Vector2> vertices;
  for (const Vector2& vertex : polygon.vertices) vertices.push_back(place * vertex);
  return vertices;
}

double distanceToSegment(const Vector2& p, const Vector2& from, const Vector2& to) {
  const Vector2 along = to - from;
  const double s = std::clamp((p - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
  return (p - from - s * along).norm();
}

/// Of the outlines of two hulls that do not meet: from a vertex of one to an edge of the other.
double distance(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto* order : {&a, &b}) {
    const std::vector<Vector2>& points = *order;
    const std::vector<Vector2>& edges = order == &a ? b : a;
    for (const Vector2& p : points) {
      for (std::size_t k = 0; k < edges.size(); ++k)
        least = std::min(least, distanceToSegment(p, edges[k], edges[(k + 1) % edges.size()]));
    }
  }
  return least;
}

double cross(const Vector2& a, const Vector2& b) {
  return a[0] * b[1] - a[1] * b[0];
}

bool inside(const Vector2& p, const std::vector<Vector2>& hull) {
  if (hull.size() < 3) return false;
  for (std::size_t k = 0; k < hull.size(); ++k) {
    if (cross(hull[(k + 1) % hull.size()] - hull[k], p - hull[k]) < 0.0) return false;
  }
  return true;
}

/// Neither holds a vertex of the other, and no two edges cross.
bool apart(const std::vector<Vector2>& a, const std::vector<Vector2>& b) {
  for (const Vector2& p : a) {
    if (inside(p, b)) return false;
  }
  for (const Vector2& p : b) {
    if (inside(p, a)) return false;
  }
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vector2& a0 = a[i];
    const Vector2 u = a[(i + 1) % a.size()] - a0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Vector2& b0 = b[j];
      const Vector2& b1 = b[(j + 1) % b.size()];
      const bool aParts = cross(u, b0 - a0) * cross(u, b1 - a0) < 0.0;
      const bool bParts = cross(b1 - b0, a0 - b0) * cross(b1 - b0, a0 + u - b0) < 0.0;
      if (aParts && bParts) return false;
    }
  }
  return true;
}

TEST(Disks, MeetBetweenTheirCentres) {
  const Manifold m = meet(Disk{1.0}, at(3.0, 4.0, 0.3), Disk{0.5}, at(0.0, 0.0, -1.0), far);
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.points[0].gap, 3.5, 1e-15);
  EXPECT_TRUE(m.points[0].normal.isApprox(Vector3(0.6, 0.8, 0.0)));
  EXPECT_TRUE(m.points[0].point.isApprox(2.25 * Vector3(0.6, 0.8, 0.0)));
}

TEST(Disks, OfOneCentreAreGivenANormal) {
  const Manifold m = meet(Disk{1.0}, at(0.2, 0.0), Disk{0.5}, at(0.2, 0.0), far);
  ASSERT_EQ(m.count, 1);
  EXPECT_DOUBLE_EQ(m.points[0].gap, -1.5);
  EXPECT_DOUBLE_EQ(m.points[0].normal.norm(), 1.0);
}

/// A half plane, tilted by its normal or by its pose.
TEST(DiskOnALine, IsAsHighAsItsCentreLessItsRadius) {
  const double a = 0.4;
  const Vector3 normal(-std::sin(a), std::cos(a), 0.0);
  const Pose centre = at(1.0, 2.0);
  const double gap = normal.dot(centre.x) - 0.1 - 0.5;
  for (const auto& [halfSpace, pose] : {std::pair(HalfSpace{normal, 0.1}, at(0.0, 0.0)),
                                        std::pair(HalfSpace{Vector3::UnitY(), 0.1}, at(0.0, 0.0, a))}) {
    const Manifold m = meet(Disk{0.5}, centre, halfSpace, pose, far);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].gap, gap, 1e-15);
    EXPECT_TRUE(m.points[0].normal.isApprox(normal, 1e-14));
    EXPECT_TRUE(m.points[0].point.isApprox(centre.x - (0.5 + 0.5 * gap) * normal, 1e-14));
  }
}

/// Beside an edge of a square, and off a corner; from inside it is pushed out by the nearest edge.
TEST(DiskAtASquare, MeetsItsEdgesAndCorners) {
  const Polygon square{{{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}};
  const Manifold beside = meet(Disk{0.5}, at(0.3, 1.7), square, at(0.0, 0.0), far);
  ASSERT_EQ(beside.count, 1);
  EXPECT_NEAR(beside.points[0].gap, 0.2, 1e-15);
  EXPECT_TRUE(beside.points[0].point.isApprox(Vector3(0.3, 1.1, 0.0)));
  const Manifold corner = meet(Disk{0.5}, at(1.3, 1.4), square, at(0.0, 0.0), far);
  ASSERT_EQ(corner.count, 1);
  EXPECT_NEAR(corner.points[0].gap, 0.0, 1e-15);
  EXPECT_TRUE(corner.points[0].normal.isApprox(Vector3(0.6, 0.8, 0.0)));
  const Manifold inside = meet(Disk{0.5}, at(0.7, 0.1), square, at(0.0, 0.0), far);
  ASSERT_EQ(inside.count, 1);
  EXPECT_NEAR(inside.points[0].gap, -0.8, 1e-15);
  EXPECT_TRUE(inside.points[0].normal.isApprox(Vector3::UnitX()));
}

TEST(Polygons, AreAsFarApartAsTheirVerticesAndEdges) {
  RandomPlanarShapes draws;
  int corners = 0;
  const int trials = test::effort(50, 1000);
  for (int trial = 0; trial < trials; ++trial) {
    const Polygon a = draws.polygon();
    const Polygon b = draws.polygon();
    const Place placeA = draws.place(1.5);
    const Place placeB = draws.place(1.5);
    const auto hullA = placed(a, placeA);
    const auto hullB = placed(b, placeB);
    if (!apart(hullA, hullB)) continue;
    const Manifold m = meet(a, placeA.pose(), b, placeB.pose(), far);
    const double expected = distance(hullA, hullB) - a.radius - b.radius;
    ASSERT_NEAR(leastGap(m), expected, 1e-8) << "trial " << trial;
    if (m.count == 1) ++corners;
  }
  EXPECT_GT(corners, trials / 10);
}

/// One behind the other: no normal of an edge parts them.
TEST(Bars, OnOneLineMeetAtTheirEnds) {
  const Polygon bar{{{-1.0, 0.0}, {1.0, 0.0}}, 0.1};
  for (const double angle : {0.0, 0.5}) {
    const Place frame{{0.3, -0.2}, angle};
    const Manifold m = meet(bar, (frame * Place{{2.3, 0.0}, 0.0}).pose(), bar, frame.pose(), far);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].gap, 0.1, 1e-14);
    EXPECT_NEAR(m.points[0].normal[0], std::cos(angle), 1e-14);
    EXPECT_NEAR(m.points[0].normal[1], std::sin(angle), 1e-14);
  }
}

/// Polygons that overlap do so by the gap along the normal: moved apart by it they just touch.
TEST(Polygons, AreSeparatedByTheirOverlap) {
  RandomPlanarShapes draws;
  int overlapping = 0;
  const int trials = test::effort(50, 1000);
  for (int trial = 0; trial < trials; ++trial) {
    Polygon a = draws.polygon();
    Polygon b = draws.polygon();
    if (a.vertices.size() == 2 || b.vertices.size() == 2) continue;
    a.radius = b.radius = 0.0;
    Place place = draws.place(0.8);
    const Manifold m = meet(a, place.pose(), b, at(0.0, 0.0), 0.0);
    if (m.count == 0) continue;
    ++overlapping;
    const Vector2 normal = m.points[0].normal.head<2>();
    const double overlap = -leastGap(m);
    place.x += (overlap + 1e-9) * normal;
    EXPECT_EQ(meet(a, place.pose(), b, at(0.0, 0.0), 0.0).count, 0) << "trial " << trial;
    place.x -= 1e-6 * normal;
    EXPECT_GE(meet(a, place.pose(), b, at(0.0, 0.0), 0.0).count, 1) << "trial " << trial;
  }
  EXPECT_GT(overlapping, trials / 5);
}

/// A square that lies on another meets it at two points, whose features survive a small motion.
TEST(Polygons, LieOnTwoPointsOfTheSameFeatures) {
  const Polygon square{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  const auto features = [&](double tilt, double shift) {
    const Manifold m = meet(square, at(0.01 + shift, 1.0, tilt), square, at(0.0, 0.0), 0.05);
    EXPECT_EQ(m.count, 2);
    std::set<std::uint32_t> found;
    for (int k = 0; k < m.count; ++k) {
      found.insert(m.points[static_cast<std::size_t>(k)].feature);
      EXPECT_NEAR(m.points[static_cast<std::size_t>(k)].gap, 0.0, 1e-3);
    }
    EXPECT_EQ(found.size(), 2U);
    return found;
  };
  const auto start = features(0.0, 0.0);
  EXPECT_EQ(features(1e-4, 0.0), start);
  EXPECT_EQ(features(-1e-4, 1e-3), start);
  EXPECT_EQ(features(0.0, -1e-3), start);
}

/// Two equal squares, corner on corner: rounding decides whose edge is the reference, not the names of the
/// points.
TEST(Polygons, OfTheSameSizeKeepTheirFeatures) {
  const Polygon square{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  RandomPlanarShapes draws;
  std::set<std::uint32_t> found;
  for (int trial = 0; trial < 100; ++trial) {
    const Manifold m =
        meet(square, at(draws.in(-1e-9, 1e-9), 1.0 + draws.in(-1e-9, 1e-9), draws.in(-1e-9, 1e-9)), square,
             at(0.0, 0.0), 0.05);
    ASSERT_EQ(m.count, 2);
    for (int k = 0; k < 2; ++k) found.insert(m.points[static_cast<std::size_t>(k)].feature);
  }
  EXPECT_EQ(found.size(), 2U);
}

TEST(PolygonOnALine, StandsOnItsLowestCorners) {
  const Polygon box{{{-0.5, -0.25}, {0.5, -0.25}, {0.5, 0.25}, {-0.5, 0.25}}};
  const Manifold flat = meet(box, at(0.0, 0.35), HalfSpace{Vector3::UnitY(), 0.1}, at(0.0, 0.0), 0.01);
  ASSERT_EQ(flat.count, 2);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(flat.points[static_cast<std::size_t>(k)].gap, 0.0, 1e-15);
  const Manifold tilted = meet(box, at(0.0, 0.35, 0.2), HalfSpace{Vector3::UnitY(), 0.1}, at(0.0, 0.0), far);
  EXPECT_NEAR(leastGap(tilted), 0.25 - 0.25 * std::cos(0.2) - 0.5 * std::sin(0.2), 1e-15);
}

TEST(PlanarShapes, MeetAlikeInEveryFrameAndOrder) {
  RandomPlanarShapes draws;
  for (int trial = 0; trial < test::effort(50, 1000); ++trial) {
    const Shape a = draws.shape();
    const Shape b = draws.shape();
    const Place placeA = draws.place(1.5);
    const Place placeB = draws.place(1.5);
    const Place frame = draws.place(5.0);
    const Manifold m = meet(a, placeA.pose(), b, placeB.pose(), 0.3);
    const Manifold turned = meet(a, (frame * placeA).pose(), b, (frame * placeB).pose(), 0.3);
    const Manifold swapped = meet(b, placeB.pose(), a, placeA.pose(), 0.3);
    ASSERT_EQ(m.count, turned.count) << "trial " << trial;
    ASSERT_EQ(m.count, swapped.count) << "trial " << trial;
    for (int k = 0; k < m.count; ++k) {
      const ContactPoint& p = m.points[static_cast<std::size_t>(k)];
      const ContactPoint& q = turned.points[static_cast<std::size_t>(k)];
      EXPECT_EQ(p.feature, q.feature);
      EXPECT_NEAR(p.gap, q.gap, 1e-12);
      EXPECT_LE((Eigen::Rotation2Dd(frame.angle) * p.normal.head<2>() - q.normal.head<2>()).norm(), 1e-11);
      EXPECT_LE((frame * p.point.head<2>() - q.point.head<2>()).norm(), 1e-11);
      EXPECT_NEAR(p.normal.norm(), 1.0, 1e-14);
      EXPECT_EQ(p.normal[2], 0.0);
      const ContactPoint& other = swapped.points[static_cast<std::size_t>(k)];
      EXPECT_NEAR(p.gap, other.gap, 1e-12);
      EXPECT_LE((p.normal + other.normal).norm(), 1e-11);
    }
  }
}

/// Planar and spatial shapes do not meet.
TEST(PlanarShapes, MeetOnlyEachOther) {
  EXPECT_EQ(meet(Disk{1.0}, at(0.0, 0.0), Sphere{1.0}, at(0.0, 0.0), far).count, 0);
  EXPECT_EQ(meet(Box{Vector3::Ones()}, at(0.0, 0.0), Disk{1.0}, at(0.0, 0.0), far).count, 0);
}

/// A disk on a ground: its lowest point moves along x with v_x + r w. The tangent is the normal turned
/// clockwise.
TEST(PlanarContact, HasItsTangentToTheRightOfItsNormal) {
  const Vector q{{0.3, 0.5, 2.0}};
  const Manifold m =
      meet(Disk{0.5}, at(q[0], q[1], q[2]), HalfSpace{Vector3::UnitY(), 0.0}, at(0.0, 0.0), far);
  ContactR contact(2, 1, ContactBodies::planar);
  contact.place(m.points[0], q);
  EXPECT_EQ(contact.axis(0), Vector3::UnitY());
  EXPECT_EQ(contact.axis(1), Vector3::UnitX());
  Matrix H(2, 3);
  contact.jacobian(0.0, q, H);
  EXPECT_TRUE(H.isApprox(Matrix{{0.0, 1.0, 0.0}, {1.0, 0.0, 0.5}}, 1e-15));
}

/// The first row of the Jacobian of a contact is the gradient of the gap, and all rows are those of the
/// output.
TEST(PlanarContact, ItsJacobianIsTheGradient) {
  RandomPlanarShapes draws;
  int compared = 0;
  const int trials = test::effort(50, 300);
  for (int trial = 0; trial < trials; ++trial) {
    const Shape a = draws.shape();
    const Shape b = Disk{draws.in(0.2, 0.5)};
    const auto gapAt = [&](const Vector& q) {
      return meet(a, at(q[0], q[1], q[2]), b, at(q[3], q[4], q[5]), far);
    };
    const Place first = draws.place(1.5);
    const Place second = draws.place(1.5);
    const Vector q{{first.x[0], first.x[1], first.angle, second.x[0], second.x[1], second.angle}};
    const Manifold m = gapAt(q);
    ASSERT_EQ(m.count, 1);
    if (m.points[0].gap < -0.1) continue;  // off the medial axis, where the gap has a kink
    ContactR contact(2, 2, ContactBodies::planar);
    contact.place(m.points[0], q);
    Matrix H(2, 6);
    contact.jacobian(0.0, q, H);
    constexpr double eps = 1e-6;
    for (Index k = 0; k < 6; ++k) {
      const Vector step = eps * Vector::Unit(6, k);
      const double slope = (gapAt(q + step).points[0].gap - gapAt(q - step).points[0].gap) / (2.0 * eps);
      EXPECT_NEAR(H(0, k), slope, 1e-7) << "trial " << trial << ", coordinate " << k;
      Vector plus(2);
      Vector minus(2);
      contact.output(0.0, q + step, plus);
      contact.output(0.0, q - step, minus);
      EXPECT_LE((H.col(k) - (plus - minus) / (2.0 * eps)).norm(), 1e-8) << "trial " << trial;
    }
    ++compared;
  }
  EXPECT_GT(compared, trials / 3);
}

}  // namespace
}  // namespace nsds::test::planar_shapes_test
