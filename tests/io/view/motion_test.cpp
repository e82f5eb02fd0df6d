// What is stored of a motion is within the stated bounds, and found again by whoever reads it.
#include "view/motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/view/sample_scenes.hpp"

namespace nsds::io::view::motion_test {
namespace {

// Reads the bytes as motion.hpp states them, one body and channel after another, by its own arithmetic: sums over whole numbers.
class Reader {
 public:
  Reader(const Motion& motion, std::size_t bodies, std::size_t frames)
      : motion_(motion), frames_(frames), count_(bodies * frames) {}

  bool there(std::size_t body, std::size_t frame) const { return byte(0, body, frame) != 0; }
  std::size_t leftOut(std::size_t body, std::size_t frame) const { return byte(1, body, frame); }

  // The value of a channel, 0 to 2 positions, 3 to 5 rotations, by summing up from the last break.
  std::int32_t value(std::size_t channel, std::size_t body, std::size_t frame) const {
    std::size_t start = frame;
    const auto continues = [&](std::size_t k) {
      return there(body, k) && (channel < 3 || leftOut(body, k) == leftOut(body, frame));
    };
    while (start > 0 && continues(start - 1)) --start;
    std::int64_t last = 0, before = 0;
    for (std::size_t k = start; k <= frame; ++k) {
      const std::int64_t predicted = k == start ? 0 : k == start + 1 ? last : 2 * last - before;
      before = last;
      last = predicted + residual(channel, body, k);
      last = channel < 3 ? static_cast<std::int32_t>(last) : static_cast<std::int16_t>(last);
    }
    return static_cast<std::int32_t>(last);
  }

  std::array<double, 4> quaternion(std::size_t body, std::size_t frame) const {
    std::array<double, 4> q{};
    double square = 0.0;
    std::size_t channel = 3;
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == leftOut(body, frame)) continue;
      q[i] = motion_.rotationStep * value(channel++, body, frame);
      square += q[i] * q[i];
    }
    q[leftOut(body, frame)] = std::sqrt(1.0 - square);
    return q;
  }

  std::size_t expectedBytes() const { return count_ * (1 + 1 + 3 * 4 + 3 * 2); }

 private:
  unsigned byte(std::size_t plane, std::size_t body, std::size_t frame) const {
    return static_cast<unsigned char>(motion_.bytes.at(plane * count_ + body * frames_ + frame));
  }
  std::int64_t residual(std::size_t channel, std::size_t body, std::size_t frame) const {
    const std::size_t planes = channel < 3 ? 4 : 2;
    const std::size_t first = channel < 3 ? 2 + 4 * channel : 14 + 2 * (channel - 3);
    std::int64_t bits = 0;
    for (std::size_t plane = 0; plane < planes; ++plane)
      bits |= static_cast<std::int64_t>(byte(first + plane, body, frame)) << (8 * plane);
    return bits % 2 == 0 ? bits / 2 : -(bits + 1) / 2;
  }

  const Motion& motion_;
  std::size_t frames_, count_;
};

double angleBetween(const std::array<double, 4>& p, const std::array<double, 4>& q) {
  // 2 acos |p.q| has no digits near 0; the length of the difference does.
  double plus = 0.0, minus = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    plus += (p[i] + q[i]) * (p[i] + q[i]);
    minus += (p[i] - q[i]) * (p[i] - q[i]);
  }
  return 4.0 * std::asin(0.5 * std::sqrt(std::min(plus, minus)));
}

void expectWithinBounds(const Scene& scene, int level) {
  const Extent extent = extentOf(scene);
  const Motion motion = encodeMotion(scene, extent, level);
  std::vector<std::size_t> movers(scene.bodies.size(), 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < movers.size(); ++i) movers[i] = scene.bodies[i].moving ? count++ : 0;
  const Reader reader(motion, count, scene.frames.size());
  ASSERT_EQ(motion.bytes.size(), reader.expectedBytes());
  EXPECT_LE(motion.positionError, 1e-4 * extent.size);
  EXPECT_LE(motion.rotationError, 1e-3);
  std::size_t present = 0, listed = 0;
  double farthest = 0.0, widest = 0.0;
  for (std::size_t k = 0; k < scene.frames.size(); ++k) {
    for (std::size_t m = 0; m < count; ++m) present += reader.there(m, k) ? 1U : 0U;
    for (const BodyPose& placed : scene.frames[k].poses) {
      const std::size_t m = movers[placed.body];
      ++listed;
      ASSERT_TRUE(reader.there(m, k));
      double square = 0.0;
      for (std::size_t i = 0; i < 3; ++i) {
        const double x = extent.centre[i] + motion.positionStep * reader.value(i, m, k);
        square += (x - placed.pose.x[i]) * (x - placed.pose.x[i]);
      }
      farthest = std::max(farthest, std::sqrt(square));
      widest = std::max(widest, angleBetween(reader.quaternion(m, k), placed.pose.quaternion));
    }
  }
  EXPECT_EQ(present, listed);
  EXPECT_LE(farthest, motion.positionError * (1.0 + 1e-9));
  EXPECT_LE(widest, motion.rotationError * (1.0 + 1e-9));
  // The bounds are those of rounding: no more than a few times what happens.
  EXPECT_GE(farthest, 0.5 * motion.positionError);
  EXPECT_GE(widest, 0.2 * motion.rotationError);
}

TEST(Motion, IsStoredWithinTheStatedBounds) {
  for (int level = kFinestLevel; level <= kCoarsestLevel; ++level) {
    SCOPED_TRACE(level);
    expectWithinBounds(test::crowd_scene(20, 100), level);
    expectWithinBounds(test::spatial_scene(), level);
  }
}

// Bodies that turn fast change the component that is left out again and again.
TEST(Motion, HoldsFastRotations) {
  Scene scene{.bodies = {{.name = "top", .shapes = {{Sphere{0.1}}}}}};
  for (int k = 0; k < 300; ++k) {
    const double a = 1.7 * k, b = 0.9 * k;
    const std::array<double, 4> q{std::cos(a) * std::cos(b), std::sin(a) * std::cos(b),
                                  std::cos(a) * std::sin(b), std::sin(a) * std::sin(b)};
    scene.frames.push_back(
        {.time = 0.1 * k, .poses = {{0, {{std::sin(7.0 * k), std::cos(3.0 * k), 0.1 * k}, q}}}});
  }
  expectWithinBounds(scene, kFinestLevel);
}

// One body in a hundred that falls for ever leaves the size of the scene as it is, and is stored as well.
TEST(Motion, IsNotCoarseForABodyThatIsFarAway) {
  Scene scene = test::crowd_scene(100, 50);
  const double size = extentOf(scene).size;
  for (std::size_t k = 0; k < scene.frames.size(); ++k)
    scene.frames[k].poses[0].pose.x[2] = -5.0 * static_cast<double>(k * k);
  EXPECT_LT(extentOf(scene).size, 1.5 * size);
  expectWithinBounds(scene, kFinestLevel);
}

TEST(Extent, IsThatOfWhatOneLooksAt) {
  // Two balls of radius 0.5 with centres 3 m apart along x: the box is 4 x 1 x 1, the middle at x = 1.5.
  Scene scene{.bodies = {{.name = "a", .shapes = {{Sphere{0.5}}}}, {.name = "b", .shapes = {{Sphere{0.5}}}}}};
  scene.frames.push_back({.time = 0.0, .poses = {{0, {}}, {1, {.x = {3.0, 0.0, 0.0}}}}});
  const Extent extent = extentOf(scene);
  EXPECT_NEAR(extent.size, std::sqrt(18.0), 1e-12);
  EXPECT_NEAR(extent.centre[0], 1.5, 1e-12);
  EXPECT_EQ(extent.radius, 0.5);
}

TEST(PlanarPose, TurnsAboutTheNormalOfThePlane) {
  const Pose pose = planarPose(1.0, 2.0, 0.5);
  EXPECT_EQ(pose.x, (Vector3{1.0, 2.0, 0.0}));
  EXPECT_EQ(pose.quaternion, (std::array<double, 4>{std::cos(0.25), 0.0, 0.0, std::sin(0.25)}));
}

}  // namespace
}  // namespace nsds::io::view::motion_test
