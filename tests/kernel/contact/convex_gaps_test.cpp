// Gaps of hulls, cylinders, cones, meshes and height maps against exact ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

namespace nsds::test::convex_gaps_test {
namespace {

using std::numbers::pi;

class ConvexGaps : public testing::Test {
 protected:
  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(random); }
  Vector3 direction() {
    std::normal_distribution<double> normal;
    return Vector3(normal(random), normal(random), normal(random)).normalized();
  }
  Pose pose(const Vector3& x) {
    std::normal_distribution<double> normal;
    Eigen::Vector4d q(normal(random), normal(random), normal(random), normal(random));
    q.normalize();
    return {x, {q[0], q[1], q[2], q[3]}};
  }
  static Eigen::Matrix3d rotation(const Pose& pose) {
    return Eigen::Quaterniond(pose.quaternion[0], pose.quaternion[1], pose.quaternion[2], pose.quaternion[3])
        .toRotationMatrix();
  }
  static double gap(const Manifold& manifold) {
    double least = INFINITY;
    for (int k = 0; k < manifold.count; ++k)
      least = std::min(least, manifold.points[static_cast<std::size_t>(k)].gap);
    return least;
  }
  static ConvexHull cornersOf(const Box& box) {
    ConvexHull hull;
    for (unsigned i = 0; i < 8; ++i)
      hull.points.emplace_back(
          Vector3(i & 1U ? 1 : -1, i & 2U ? 1 : -1, i & 4U ? 1 : -1).cwiseProduct(box.half));
    hull.points.emplace_back(0.1 * box.half);  // inside
    return hull;
  }
  std::mt19937 random{7};
};

/// Signed distance of a point and a box, its faces alone where it is inside.
double distanceOfBox(const Vector3& half, const Vector3& x) {
  const Vector3 beyond = x.cwiseAbs() - half;
  return beyond.maxCoeff() <= 0.0 ? beyond.maxCoeff() : beyond.cwiseMax(0.0).norm();
}

TEST_F(ConvexGaps, OfABallAndAHullOfCornersAreThoseOfTheBox) {
  const Box box{{0.5, 0.3, 0.2}};
  const ConvexHull hull = cornersOf(box);
  Manifold manifold;
  for (int k = 0; k < 300; ++k) {
    const Pose at = pose(Vector3(0.3, -2.0, 5.0));
    const Pose ball = pose(at.x + uniform(0.0, 0.9) * direction());
    const double exact = distanceOfBox(box.half, rotation(at).transpose() * (ball.x - at.x)) - 0.1;
    collide(Sphere{0.1}, ball, hull, at, 10.0, manifold);
    ASSERT_GE(manifold.count, 1);
    EXPECT_NEAR(gap(manifold), exact, 1e-12) << k;
    collide(hull, at, Sphere{0.1}, ball, 10.0, manifold);
    EXPECT_NEAR(gap(manifold), exact, 1e-12) << k;
  }
}

/// The corners of a box where it is, and its 12 edges as pairs of them.
struct PlacedBox {
  Vector3 half;
  Eigen::Matrix3d R;
  Vector3 x;
  std::vector<Vector3> corners;
  std::vector<std::pair<Vector3, Vector3>> edges;
  PlacedBox(const Box& box, const Eigen::Matrix3d& rotation, const Vector3& at)
      : half(box.half), R(rotation), x(at) {
    for (unsigned i = 0; i < 8; ++i)
      corners.push_back(x +
                        R * Vector3(i & 1U ? 1 : -1, i & 2U ? 1 : -1, i & 4U ? 1 : -1).cwiseProduct(half));
    for (unsigned i = 0; i < 8; ++i)
      for (unsigned bit = 1; bit < 8; bit *= 2)
        if ((i & bit) == 0) edges.emplace_back(corners[i], corners[i + bit]);
  }
  double reach(const Vector3& n) const { return (R.transpose() * n).cwiseAbs().dot(half); }
};

/// The distance of two segments: of their lines where that is within both, or else from one of the ends.
double distanceOfSegments(const Vector3& p, const Vector3& u, const Vector3& q, const Vector3& v) {
  const auto toSegment = [](const Vector3& x, const Vector3& from, const Vector3& along) {
    const double t = std::clamp(along.dot(x - from) / along.squaredNorm(), 0.0, 1.0);
    return (from + t * along - x).norm();
  };
  double least =
      std::min({toSegment(p, q, v), toSegment(p + u, q, v), toSegment(q, p, u), toSegment(q + v, p, u)});
  const Vector3 across = u.cross(v);
  const Vector3 w = q - p;
  const double s = w.cross(v).dot(across) / across.squaredNorm();
  const double t = w.cross(u).dot(across) / across.squaredNorm();
  if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) least = std::min(least, std::abs(w.dot(across.normalized())));
  return least;
}

/// The distance of boxes that are apart, between a corner and a box or two edges; of others the least overlap along 15 axes.
double distanceOfBoxes(const PlacedBox& a, const PlacedBox& b) {
  double most = -INFINITY;
  const auto along = [&](const Vector3& n) {
    if (n.norm() < 1e-9) return;
    const Vector3 m = n.normalized();
    most = std::max(most, std::abs(m.dot(a.x - b.x)) - a.reach(m) - b.reach(m));
  };
  for (int i = 0; i < 3; ++i) {
    along(a.R.col(i));
    along(b.R.col(i));
    for (int j = 0; j < 3; ++j) along(a.R.col(i).cross(b.R.col(j)));
  }
  if (most <= 0.0) return most;
  double least = INFINITY;
  for (const Vector3& x : a.corners)
    least = std::min(least, distanceOfBox(b.half, b.R.transpose() * (x - b.x)));
  for (const Vector3& x : b.corners)
    least = std::min(least, distanceOfBox(a.half, a.R.transpose() * (x - a.x)));
  for (const auto& [p, pEnd] : a.edges)
    for (const auto& [q, qEnd] : b.edges)
      least = std::min(least, distanceOfSegments(p, pEnd - p, q, qEnd - q));
  return least;
}

/// The gap is the distance of hulls that are apart, and the least overlap of others.
TEST_F(ConvexGaps, OfTwoHullsOfCornersAreThoseOfTheBoxes) {
  const Box first{{0.5, 0.3, 0.2}};
  const Box second{{0.25, 0.4, 0.3}};
  Manifold manifold;
  int apart = 0;
  for (int k = 0; k < 1000; ++k) {
    const Pose a = pose(Vector3::Zero());
    const Pose b = pose(uniform(0.4, 0.9) * direction());
    const double exact =
        distanceOfBoxes(PlacedBox(first, rotation(a), a.x), PlacedBox(second, rotation(b), b.x));
    collide(cornersOf(first), a, cornersOf(second), b, 10.0, manifold);
    ASSERT_GE(manifold.count, 1);
    if (exact > 0.0) ++apart;
    EXPECT_NEAR(gap(manifold), exact, 1e-11) << k;
  }
  EXPECT_GT(apart, 100);
  EXPECT_LT(apart, 900);
}

TEST_F(ConvexGaps, OfHullsAreThoseOfOtherHullsWithTheSameCorners) {
  // Boxes as mixed pairs: built-in box and hull.
  const Box first{{0.5, 0.3, 0.2}};
  const Box second{{0.25, 0.4, 0.3}};
  Manifold one;
  Manifold other;
  for (int k = 0; k < 300; ++k) {
    const Pose a = pose(Vector3::Zero());
    const Pose b = pose(uniform(0.5, 1.2) * direction());
    collide(cornersOf(first), a, second, b, 10.0, one);
    collide(first, a, cornersOf(second), b, 10.0, other);
    EXPECT_NEAR(gap(one), gap(other), 1e-10) << k;
  }
}

/// A cylinder reaches r sin + l cos below its centre, a cone the lower of its tip and its rim.
TEST_F(ConvexGaps, OfCylindersAndConesOnAPlane) {
  const double r = 0.3;
  const double l = 0.5;
  Manifold manifold;
  for (int k = 0; k < 300; ++k) {
    const Pose at = pose(Vector3(uniform(-1, 1), uniform(-1, 1), uniform(0.2, 1.0)));
    const HalfSpace ground{direction(), uniform(-1, 1)};
    const double c = ground.normal.dot(rotation(at).col(2));
    const double s = std::sqrt(1.0 - c * c);
    const double height = ground.normal.dot(at.x) - ground.offset;
    collide(Cylinder{r, l}, at, ground, {}, 100.0, manifold);
    EXPECT_NEAR(gap(manifold), height - r * s - l * std::abs(c), 1e-13) << k;
    collide(ground, {}, CircularCone{r, l}, at, 100.0, manifold);
    EXPECT_NEAR(gap(manifold), height - std::max(r * s + l * c, -l * c), 1e-13) << k;
  }
}

/// A ball beside a cylinder or a cone is as far as in the plane through its centre and the axis.
TEST_F(ConvexGaps, OfABallAndACylinder) {
  const double r = 0.3;
  const double l = 0.5;
  Manifold manifold;
  for (int k = 0; k < 300; ++k) {
    const Pose at = pose(Vector3(1.0, 2.0, 3.0));
    const Vector3 local = uniform(0.7, 1.5) * direction();
    const double rho = local.head<2>().norm();
    const double exact = std::hypot(std::max(rho - r, 0.0), std::max(std::abs(local[2]) - l, 0.0)) - 0.05;
    collide(Cylinder{r, l}, at, Sphere{0.05}, pose(at.x + rotation(at) * local), 10.0, manifold);
    EXPECT_NEAR(gap(manifold), exact, 1e-10) << k;
  }
}

/// Crossing cylinders whose axes are d apart where they are nearest have the gap d − r₁ − r₂, apart or not.
TEST_F(ConvexGaps, OfCrossingCylinders) {
  Manifold manifold;
  for (int k = 0; k < 200; ++k) {
    const double between = uniform(0.4, 0.6);
    const double turn = uniform(0.5, pi - 0.5);
    const double s = uniform(-0.3, 0.3);
    const Pose second{{s * std::sin(turn), 0.0 + between, s * std::cos(turn)},
                      {std::cos(0.5 * turn), 0.0, std::sin(0.5 * turn), 0.0}};
    collide(Cylinder{0.3, 1.0}, {}, Cylinder{0.2, 1.0}, second, 10.0, manifold);
    EXPECT_NEAR(gap(manifold), between - 0.5, 1e-9) << k;
  }
}

/// Names are those of features: they stay while bodies move a little; points of a face on a face are its corners.
TEST_F(ConvexGaps, NamesStayWhileTheSameFeaturesMeet) {
  const ConvexHull cube = cornersOf(Box{{0.5, 0.5, 0.5}});
  const ConvexHull plate = cornersOf(Box{{2.0, 2.0, 0.5}});
  Manifold before;
  Manifold after;
  collide(cube, {Vector3(0.1, 0.2, 1.0 - 1e-9)}, plate, {}, 0.01, before);
  collide(cube, {Vector3(0.12, 0.2, 1.0 + 1e-4)}, plate, {}, 0.01, after);
  ASSERT_EQ(before.count, 4);
  ASSERT_EQ(after.count, 4);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(before.points[k].gap, -1e-9, 1e-14);
    EXPECT_TRUE(before.points[k].normal.isApprox(Vector3::UnitZ(), 1e-15));
    bool found = false;
    for (std::size_t m = 0; m < 4; ++m) found = found || before.points[k].feature == after.points[m].feature;
    EXPECT_TRUE(found);
  }
}

}  // namespace
}  // namespace nsds::test::convex_gaps_test
