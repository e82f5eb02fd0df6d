// Where shapes meet: against closed forms and brute force, and what must not change: the frame, the order of
// the two shapes, the features while a body moves a little.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <nsds/kernel.hpp>
#include <set>

#include "kernel/contact/manifolds.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::collide_test {
namespace {

class RandomShapes {
 public:
  double in(double low, double high) { return draws_.uniform(low, high); }
  Vector3 point(double reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  Pose pose(double reach) {
    const Eigen::Vector4d q = Eigen::Vector4d(in(-1, 1), in(-1, 1), in(-1, 1), in(-1, 1)).normalized();
    return {point(reach), {q[0], q[1], q[2], q[3]}};
  }
  Shape shape() {
    switch (draws_.integer(0, 2)) {
      case 0:
        return Sphere{in(0.2, 1.0)};
      case 1:
        return Capsule{in(0.2, 0.6), in(0.2, 1.0)};
      default:
        return Box{{in(0.2, 1.0), in(0.2, 1.0), in(0.2, 1.0)}};
    }
  }

 private:
  Draws draws_{1};
};

Eigen::Quaterniond rotation(const Pose& pose) {
  return {pose.quaternion[0], pose.quaternion[1], pose.quaternion[2], pose.quaternion[3]};
}

Pose moved(const Pose& by, const Pose& pose) {
  const Eigen::Quaterniond q = rotation(by) * rotation(pose);
  return {by.x + rotation(by) * pose.x, {q.w(), q.x(), q.y(), q.z()}};
}

const Pose origin{Vector3::Zero(), {1.0, 0.0, 0.0, 0.0}};

/// Distance from a point to the surface of a shape at the origin, negative inside (spheres, capsules: exact;
/// boxes: exact outside).
double distance(const Shape& shape, const Vector3& p) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return p.norm() - sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const double z = std::clamp(p[2], -capsule->halfLength, capsule->halfLength);
    return (p - Vector3(0.0, 0.0, z)).norm() - capsule->radius;
  }
  const Vector3 half = std::get<Box>(shape).half;
  return (p - p.cwiseMax(-half).cwiseMin(half)).norm();
}

TEST(Spheres, MeetBetweenTheirCentres) {
  const Manifold m = meet(Sphere{1.0}, {{3.0, 0.0, 0.0}, {1, 0, 0, 0}}, Sphere{0.5}, origin, far);
  ASSERT_EQ(m.count, 1);
  EXPECT_DOUBLE_EQ(m.points[0].gap, 1.5);
  EXPECT_TRUE(m.points[0].normal.isApprox(Vector3::UnitX()));
  EXPECT_TRUE(m.points[0].point.isApprox(Vector3(1.25, 0.0, 0.0)));
}

TEST(Spheres, OfOneCentreAreGivenANormal) {
  const Manifold m = meet(Sphere{1.0}, origin, Sphere{0.5}, origin, far);
  ASSERT_EQ(m.count, 1);
  EXPECT_DOUBLE_EQ(m.points[0].gap, -1.5);
  EXPECT_DOUBLE_EQ(m.points[0].normal.norm(), 1.0);
}

/// The least distance of a ball from a box, and of two capsules, is that of the best of many points.
TEST(RoundShapes, AreAsFarApartAsTheirNearestPoints) {
  RandomShapes draws;
  for (int trial = 0; trial < test::effort(50, 300); ++trial) {
    const Capsule capsule{draws.in(0.1, 0.4), draws.in(0.2, 1.0)};
    const Pose pose = draws.pose(2.5);
    const Shape other = draws.shape();
    double nearest = std::numeric_limits<double>::infinity();
    constexpr int samples = 2000;
    for (int k = -samples; k <= samples; ++k) {
      const double s = capsule.halfLength * k / samples;
      nearest = std::min(nearest, distance(other, pose.x + rotation(pose) * Vector3(0.0, 0.0, s)));
    }
    if (nearest < 1e-3) continue;  // the axis is inside: no distance to compare with
    const double gap = leastGap(meet(capsule, pose, other, origin, far));
    EXPECT_LE(gap, nearest - capsule.radius + 1e-12) << "trial " << trial;
    EXPECT_NEAR(gap, nearest - capsule.radius, 1e-5) << "trial " << trial;
  }
}

TEST(ParallelCapsules, MeetAtTheEndsOfTheirOverlap) {
  const Pose beside{{1.0, 0.0, 0.5}, {1, 0, 0, 0}};
  const Manifold m = meet(Capsule{0.3, 1.0}, beside, Capsule{0.3, 1.0}, origin, far);
  ASSERT_EQ(m.count, 2);
  const std::set<double> heights{m.points[0].point[2], m.points[1].point[2]};
  EXPECT_EQ(heights, (std::set<double>{-0.5, 1.0}));
  EXPECT_DOUBLE_EQ(m.points[0].gap, 0.4);
  EXPECT_DOUBLE_EQ(m.points[1].gap, 0.4);
}

/// Boxes that overlap do so by the gap along the normal: moved apart by it they just touch. No other motion
/// that short separates them along an axis of either.
TEST(Boxes, AreSeparatedByTheirOverlap) {
  RandomShapes draws;
  int overlapping = 0;
  const int trials = test::effort(50, 500);
  for (int trial = 0; trial < trials; ++trial) {
    const Box a{{draws.in(0.2, 1.0), draws.in(0.2, 1.0), draws.in(0.2, 1.0)}};
    const Box b{{draws.in(0.2, 1.0), draws.in(0.2, 1.0), draws.in(0.2, 1.0)}};
    Pose pose = draws.pose(0.8);
    const Manifold m = meet(a, pose, b, origin, 0.0);
    if (m.count == 0) continue;
    ++overlapping;
    const Vector3 normal = m.points[0].normal;
    const double overlap = -leastGap(m);
    pose.x += (overlap + 1e-9) * normal;
    EXPECT_EQ(meet(a, pose, b, origin, 0.0).count, 0) << "trial " << trial;
    pose.x -= 1e-6 * normal;
    EXPECT_GE(meet(a, pose, b, origin, 0.0).count, 1) << "trial " << trial;
  }
  EXPECT_GT(overlapping, 2 * trials / 5);
}

/// A box that lies on another meets it at four points, whose features survive a small motion.
TEST(Boxes, LieOnFourPointsOfTheSameFeatures) {
  const Box cube{Vector3::Constant(0.5)};
  const auto features = [&](double tilt, double shift) {
    const Pose pose{{0.01 + shift, 0.005, 1.0}, {std::cos(tilt), std::sin(tilt), 0.0, 0.0}};
    const Manifold m = meet(cube, pose, cube, origin, 0.05);
    EXPECT_EQ(m.count, 4);
    std::set<std::uint32_t> found;
    for (int k = 0; k < m.count; ++k) {
      found.insert(m.points[static_cast<std::size_t>(k)].feature);
      EXPECT_NEAR(m.points[static_cast<std::size_t>(k)].gap, 0.0, 1e-3);
      EXPECT_NEAR(m.points[static_cast<std::size_t>(k)].normal[2], 1.0, 1e-6);
    }
    EXPECT_EQ(found.size(), 4U);
    return found;
  };
  const auto start = features(0.0, 0.0);
  EXPECT_EQ(features(1e-4, 0.0), start);
  EXPECT_EQ(features(-1e-4, 1e-3), start);
}

/// Two crossed edges meet at one point, where they cross.
TEST(Boxes, MeetAtCrossedEdges) {
  const Box beam{{2.0, 0.5, 0.5}};
  const double s = std::sqrt(0.5);
  const Pose lower{Vector3::Zero(),
                   {std::cos(M_PI / 8.0), std::sin(M_PI / 8.0), 0.0, 0.0}};  // on its edge, along x
  const Eigen::Quaterniond q = Eigen::Quaterniond(std::cos(M_PI / 4.0), 0.0, 0.0, std::sin(M_PI / 4.0)) *
                               Eigen::Quaterniond(std::cos(M_PI / 8.0), std::sin(M_PI / 8.0), 0.0, 0.0);
  const Pose upper{{0.2, 0.3, 2.0 * s + 0.01}, {q.w(), q.x(), q.y(), q.z()}};  // on its edge, along y
  const Manifold m = meet(beam, upper, beam, lower, 0.05);
  ASSERT_EQ(m.count, 1);
  EXPECT_NEAR(m.points[0].gap, 0.01, 1e-12);
  EXPECT_TRUE(m.points[0].normal.isApprox(Vector3::UnitZ(), 1e-12));
  EXPECT_TRUE(m.points[0].point.isApprox(Vector3(0.2, 0.0, s + 0.005), 1e-12));
}

TEST(BoxOnAPlane, StandsOnItsLowestCorners) {
  const Manifold m = meet(Box{{0.5, 1.0, 0.25}}, {{0.0, 0.0, 0.35}, {1, 0, 0, 0}},
                          HalfSpace{Vector3::UnitZ(), 0.1}, origin, 0.01);
  ASSERT_EQ(m.count, 4);
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(m.points[static_cast<std::size_t>(k)].gap, 0.0, 1e-15);
}

TEST(Shapes, MeetAlikeInEveryFrameAndOrder) {
  RandomShapes draws;
  for (int trial = 0; trial < test::effort(50, 500); ++trial) {
    const Shape a = draws.shape();
    const Shape b = draws.shape();
    const Pose poseA = draws.pose(1.5);
    const Pose poseB = draws.pose(1.5);
    const Pose frame = draws.pose(5.0);
    const Manifold m = meet(a, poseA, b, poseB, 0.3);
    const Manifold turned = meet(a, moved(frame, poseA), b, moved(frame, poseB), 0.3);
    ASSERT_EQ(m.count, turned.count) << "trial " << trial;
    for (int k = 0; k < m.count; ++k) {
      const ContactPoint& p = m.points[static_cast<std::size_t>(k)];
      const ContactPoint& q = turned.points[static_cast<std::size_t>(k)];
      EXPECT_EQ(p.feature, q.feature);
      EXPECT_NEAR(p.gap, q.gap, 1e-12);
      EXPECT_LE((rotation(frame) * p.normal - q.normal).norm(), 1e-12);
      EXPECT_LE((frame.x + rotation(frame) * p.point - q.point).norm(), 1e-11);
      EXPECT_NEAR(p.normal.norm(), 1.0, 1e-14);
    }
    const Manifold swapped = meet(b, poseB, a, poseA, 0.3);
    if (std::holds_alternative<Box>(a) && std::holds_alternative<Box>(b))
      continue;  // the first one's face counts
    ASSERT_EQ(m.count, swapped.count) << "trial " << trial;
    EXPECT_NEAR(m.count == 0 ? 0.0 : leastGap(m), m.count == 0 ? 0.0 : leastGap(swapped), 1e-12);
  }
}

}  // namespace
}  // namespace nsds::test::collide_test
