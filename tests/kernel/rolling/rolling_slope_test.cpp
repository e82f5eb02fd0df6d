// A disk and a ball on a slope: at rest, rolling, sliding and rolling, sliding without turning, at the accelerations that
// their equations of motion give.
//
//   m v' = m g sin α − F,   J ω' = F R − M,   |F| ≤ μ m g cos α,   |M| ≤ μ_R m g cos α.
//
// The forces are constant, and so are the impulses of the scheme, whose velocities are then exact in every step.
#include <gtest/gtest.h>

#include "kernel/rolling/rolling_body.hpp"

namespace nsds::test::rolling_slope_test {
namespace {

class OnASlope : public testing::TestWithParam<bool> {
 protected:
  bool planar() const { return GetParam(); }
  Index rows() const { return planar() ? 3 : 5; }
  double c() const { return planar() ? 0.5 : 0.4; }

  /// The body starts at rest and gains a and a_ω in every second.
  void expectAccelerations(double alpha, double mu, double muR, double a, double a_w) const {
    for (const double turn : {0.0, 0.9}) {
      RollingBody body(planar(), alpha, {0.0, 0.0, mu, muR, rows()}, {}, 1.0, turn);
      body.run(5e-3, [&](double t) {
        ASSERT_NEAR(body.speed(), a * t, 1e-10 * g) << "t = " << t;
        ASSERT_NEAR(body.turning(), a_w * t, 1e-10 * g / body.radius) << "t = " << t;
        ASSERT_NEAR(body.path(), 0.5 * a * t * t, 1e-10 * g) << "t = " << t;
      });
      EXPECT_LE(body.residual, shown);
      EXPECT_LE(body.defect, shown);
    }
  }
};

TEST_P(OnASlope, StaysWhereTheSlopeIsBelowTheArmOfTheNormalForce) {
  const double muR = 0.03;  // the limit is tan α = 0.1
  expectAccelerations(std::atan(0.99 * muR / R), 0.5, muR, 0.0, 0.0);
  expectAccelerations(std::atan(0.5 * muR / R), 0.5, muR, 0.0, 0.0);
  // Friction has a limit of its own.
  expectAccelerations(std::atan(0.05), 0.06, muR, 0.0, 0.0);
}

TEST_P(OnASlope, RollsWithoutSliding) {
  const double muR = 0.03, mu = 0.5;
  for (const double tangent : {1.01 * muR / R, 0.3, 0.8}) {
    const double alpha = std::atan(tangent);
    const double a = g * (std::sin(alpha) - muR / R * std::cos(alpha)) / (1.0 + c());
    ASSERT_LT(std::sin(alpha) * g - a, mu * g * std::cos(alpha));
    expectAccelerations(alpha, mu, muR, a, a / R);
  }
}

TEST_P(OnASlope, SlidesAndRolls) {
  const double muR = 0.02, mu = 0.15;
  for (const double tangent : {0.6, 1.0, 3.0}) {
    const double alpha = std::atan(tangent);
    const double a = g * (std::sin(alpha) - mu * std::cos(alpha));
    const double a_w = g * std::cos(alpha) * (mu * R - muR) / (c() * R * R);
    ASSERT_GT(a, R * a_w);
    expectAccelerations(alpha, mu, muR, a, a_w);
  }
}

/// Friction does not overcome the resistance to rolling: the body slides like a block.
TEST_P(OnASlope, SlidesWithoutTurning) {
  const double mu = 0.15, alpha = std::atan(0.4);
  for (const double muR : {1.01 * mu * R, 2.0 * mu * R})
    expectAccelerations(alpha, mu, muR, g * (std::sin(alpha) - mu * std::cos(alpha)), 0.0);
}

/// Rolling is that of friction alone, and a frictionless body slides.
TEST_P(OnASlope, WithoutResistanceIsThatOfFriction) {
  const double alpha = 0.4;
  const double a = g * std::sin(alpha) / (1.0 + c());
  expectAccelerations(alpha, 0.6, 0.0, a, a / R);
  expectAccelerations(alpha, 0.0, 0.02, g * std::sin(alpha), 0.0);
  expectAccelerations(alpha, 0.0, 0.0, g * std::sin(alpha), 0.0);
}

INSTANTIATE_TEST_SUITE_P(Bodies, OnASlope, testing::Values(true, false),
                         [](const auto& value) { return value.param ? "Disk" : "Ball"; });

/// Across the slope and down it: what resists turns with the velocity. Of a ball that rolls, the acceleration is
/// (g sin α d − μ_R / R g cos α v / |v|) / (1 + c), which is integrated here with steps a hundred times as short.
TEST(BallOnASlope, RollsOnACurve) {
  const double alpha = 0.2, muR = 0.03, mu = 0.8, T = 1.0, c = 0.4;
  Eigen::Vector2d v(0.0, 1.2), x(0.0, 0.0);
  const auto acceleration = [&](const Eigen::Vector2d& at) -> Eigen::Vector2d {
    return g / (1.0 + c) *
           (std::sin(alpha) * Eigen::Vector2d::UnitX() - muR / R * std::cos(alpha) * at.normalized());
  };
  const double fine = 1e-4;
  for (int k = 0; k < 10000; ++k) {  // the midpoint rule, with an error of 1e-8
    const Eigen::Vector2d middle = v + 0.5 * fine * acceleration(v);
    x += fine * middle;
    v += fine * acceleration(middle);
  }
  std::vector<double> steps, errors;
  for (const double h : {2e-2, 1e-2, 5e-3, 2.5e-3}) {
    RollingBody ball(false, alpha, {0.0, 0.0, mu, muR, 5}, {}, T);
    ball.body().setV(Vector{{0.0, 1.2, 0.0, -1.2 / R, 0.0, 0.0}});
    ball.run(h);
    EXPECT_LE(ball.residual, shown);
    EXPECT_LE(ball.defect, shown);
    steps.push_back(h);
    errors.push_back((ball.position().head<2>() - x).norm() + (ball.velocity().head<2>() - v).norm());
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 1.0, 0.1);
  EXPECT_LE(errors.back(), 5e-3);
}

}  // namespace
}  // namespace nsds::test::rolling_slope_test
