// The exact motions that event-driven simulation is measured against.
#include "benchmarks/peers/motions/exact_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace nsds::bench::exact_motion_test {
namespace {

TEST(Bounce, FallsAndRisesToTheSquareOfItsRestitution) {
  const Bounce bounce{.height = 2.0, .velocity = 0.0, .restitution = 0.5};
  const double fall = std::sqrt(2.0 * 2.0 / g);
  EXPECT_NEAR(height_at(bounce, 0.5 * fall), 1.5, 1e-15);
  EXPECT_NEAR(height_at(bounce, fall), 0.0, 1e-15);
  // Half the speed, half the time, a quarter of the height.
  EXPECT_NEAR(height_at(bounce, 1.5 * fall), 0.5, 1e-14);
  EXPECT_NEAR(height_at(bounce, 2.25 * fall), 0.125, 1e-14);
}

TEST(Bounce, RestsBehindTheAccumulationOfItsImpacts) {
  // From an impact with speed 1 impacts accumulate at 2 e / (g (1 - e)).
  const Bounce bounce{.height = 0.0, .velocity = -1.0, .restitution = 0.9};
  const double rest = 2.0 * 0.9 / (g * 0.1);
  EXPECT_GT(height_at(bounce, 0.9 * rest), 0.0);
  EXPECT_EQ(height_at(bounce, 1.0001 * rest), 0.0);
  EXPECT_EQ(height_at({.height = 1.0, .velocity = 0.0, .restitution = 0.0}, 2.0), 0.0);
}

TEST(Bounce, IsPeriodicWithoutLoss) {
  const Bounce bounce{.height = 1.0, .velocity = 0.0, .restitution = 1.0};
  const double fall = std::sqrt(2.0 / g);
  EXPECT_NEAR(height_at(bounce, 20.0 * fall), 1.0, 1e-13);
  EXPECT_NEAR(height_at(bounce, 20.5 * fall), 0.75, 1e-13);
}

TEST(Pendulum, KeepsItsEnergyAndTurnsBackAtItsLargestAngle) {
  const double largest = std::numbers::pi / 3.0;
  EXPECT_NEAR(pendulum_angle(largest, 0.0), largest, 1e-15);
  // The period by the complete elliptic integral.
  const double period = 4.0 * std::comp_ellint_1(std::sin(0.5 * largest)) / std::sqrt(g);
  EXPECT_NEAR(pendulum_angle(largest, 0.25 * period), 0.0, 1e-15);
  EXPECT_NEAR(pendulum_angle(largest, 0.5 * period), -largest, 1e-7);  // the sine is stationary there
  const double dt = 1e-4;
  for (const double t : {0.1, 0.4, 1.3, 9.9}) {
    const double rate = (pendulum_angle(largest, t + dt) - pendulum_angle(largest, t - dt)) / (2.0 * dt);
    const double angle = pendulum_angle(largest, t);
    EXPECT_NEAR(0.5 * rate * rate - g * std::cos(angle), -g * std::cos(largest), 1e-6) << t;
  }
}

}  // namespace
}  // namespace nsds::bench::exact_motion_test
