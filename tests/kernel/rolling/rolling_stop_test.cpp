// On the level a body that slides begins to roll, rolls on against what resists, and stops, at the instants of its equations of
// motion. The scheme sees an instant at the end of the step that it lies in: the errors are of order one in the step.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "kernel/rolling/rolling_body.hpp"

namespace nsds::test::rolling_stop_test {
namespace {

class OnTheLevel : public testing::TestWithParam<bool> {
 protected:
  bool planar() const { return GetParam(); }
  Index rows() const { return planar() ? 3 : 5; }
  double c() const { return planar() ? 0.5 : 0.4; }
};

/// A motion of constant accelerations up to an instant, which is where a phase begins that ends it.
struct Phase {
  double t;  ///< where it ends
  double x, v, omega;
};

/// Gives the end of a phase of constant accelerations that begins with `from`.
Phase after(const Phase& from, double duration, double a, double a_w) {
  return {from.t + duration, from.x + from.v * duration + 0.5 * a * duration * duration,
          from.v + a * duration, from.omega + a_w * duration};
}

/// Rolling from v0: v' = −μ_R g / (R (1 + c)), at rest after v0 R (1 + c) / (μ_R g).
TEST_P(OnTheLevel, RollsToAStopAtTheInstantOfItsEquations) {
  const double muR = 0.04, mu = 0.5;
  const double a = muR * g / (R * (1.0 + c()));
  std::vector<double> steps, instants, paths;
  for (const double h : {2e-2, 1e-2, 5e-3, 2.5e-3}) {
    double instantError = 0.0, pathError = 0.0;
    const int phases = 16;
    for (int k = 0; k < phases; ++k) {
      const double v0 = 0.6 + a * h * (k + 0.5) / phases, exact = v0 / a;
      RollingBody body(planar(), 0.0, {0.0, 0.0, mu, muR, rows()}, {v0, v0 / R}, 1.2 * exact);
      double stopped = 0.0;
      body.run(h, [&](double t) {
        const double v = std::max(0.0, v0 - a * t);
        ASSERT_NEAR(body.speed(), v, 1e-10) << "t = " << t;
        ASSERT_NEAR(body.turning(), v / R, 1e-9) << "t = " << t;
        if (stopped == 0.0 && std::abs(body.speed()) <= 1e-10) stopped = t;
      });
      EXPECT_LE(body.residual, shown);
      EXPECT_LE(body.defect, shown);
      EXPECT_GE(stopped, exact - 1e-9);
      EXPECT_LE(stopped, exact + h);
      instantError += (stopped - exact) / phases;
      pathError += std::abs(body.path() - 0.5 * v0 * exact) / phases;
    }
    steps.push_back(h);
    instants.push_back(instantError);
    paths.push_back(pathError);
  }
  EXPECT_NEAR(fitOrder(steps, instants).order, 1.0, 0.1);
  // The velocity of the step in which it stops is that of its line from there to zero: the path errs by h² a / 12 on average.
  EXPECT_NEAR(fitOrder(steps, paths).order, 2.0, 0.1);
}

/// Thrown without turning, it slides with v' = −μ g and turns with ω' = g (μ R − μ_R) / (c R²) until v = R ω; then it rolls to
/// a stop.
TEST_P(OnTheLevel, SlidesThenRollsThenStops) {
  const double muR = 0.02, mu = 0.2, v0 = 1.0;
  const double a_slide = -mu * g, a_turn = g * (mu * R - muR) / (c() * R * R);
  const double a_roll = -muR * g / (R * (1.0 + c()));
  const Phase start{0.0, 0.0, v0, 0.0};
  const Phase rolls = after(start, v0 / (R * a_turn - a_slide), a_slide, a_turn);
  ASSERT_NEAR(rolls.v, R * rolls.omega, 1e-14);
  const Phase rests = after(rolls, -rolls.v / a_roll, a_roll, a_roll / R);
  std::vector<double> steps, errors;
  for (const double h : {8e-3, 4e-3, 2e-3, 1e-3}) {
    double error = 0.0;
    const int phases = 8;
    for (int k = 0; k < phases; ++k) {
      // Where the instants lie in their steps is varied by the step.
      const double step = h * (1.0 + 0.05 * k);
      RollingBody body(planar(), 0.0, {0.0, 0.0, mu, muR, rows()}, {v0, 0.0}, 1.1 * rests.t);
      double firstRoll = 0.0, firstRest = 0.0;
      body.run(step, [&](double t) {
        if (firstRoll == 0.0 && std::abs(body.speed() - R * body.turning()) <= 1e-9) firstRoll = t;
        if (firstRest == 0.0 && std::abs(body.speed()) <= 1e-9) firstRest = t;
      });
      EXPECT_LE(body.residual, shown);
      EXPECT_LE(body.defect, shown);
      EXPECT_NEAR(firstRoll, rolls.t, 1.5 * step);
      EXPECT_NEAR(firstRest, rests.t, 1.5 * step);
      EXPECT_NEAR(body.path(), rests.x, step * v0);
      error += (std::abs(firstRoll - rolls.t) + std::abs(firstRest - rests.t)) / (2.0 * phases);
    }
    steps.push_back(h);
    errors.push_back(error);
  }
  EXPECT_NEAR(fitOrder(steps, errors).order, 1.0, 0.2);
}

/// A body that turns on the spot, without friction to drive it: J ω' = −μ_R m g.
TEST_P(OnTheLevel, TurnsOnTheSpotToAStop) {
  const double muR = 0.02, omega = 4.0, h = 2e-3;
  const double a = muR * g / (c() * R * R);
  RollingBody body(planar(), 0.0, {0.0, 0.0, 0.0, muR, rows()}, {0.0, omega}, 1.2 * omega / a);
  body.run(h, [&](double t) {
    ASSERT_NEAR(body.turning(), std::max(0.0, omega - a * t), 1e-9) << "t = " << t;
    ASSERT_NEAR(body.speed(), 0.0, 1e-12);
  });
  EXPECT_LE(body.residual, shown);
  EXPECT_LE(body.defect, shown);
}

/// It does not begin to roll back: what is at rest stays, for as long as one looks.
TEST_P(OnTheLevel, StaysAtRest) {
  RollingBody body(planar(), 0.0, {0.0, 0.0, 0.3, 1e-3, rows()}, {}, 100.0);
  body.run(1e-2);
  EXPECT_NEAR(body.path(), 0.0, 1e-12);
  EXPECT_NEAR(body.turning(), 0.0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Bodies, OnTheLevel, testing::Values(true, false),
                         [](const auto& value) { return value.param ? "Disk" : "Ball"; });

/// Spinning about the normal has no row: it goes on while rolling stops. Moments of a step act in the frame that the body has at
/// its start, which makes an error of the order of the step in the part along the normal.
TEST(BallOnTheLevel, SpinsOnAboutTheNormal) {
  std::vector<double> steps{1e-2, 5e-3, 2.5e-3}, errors;
  for (const double h : steps) {
    RollingBody ball(false, 0.0, {0.0, 0.0, 0.5, 0.04, 5}, {}, 1.0);
    ball.body().setV(Vector{{0.3, 0.0, 0.0, 0.0, 1.0, 7.0}});
    ball.run(h);
    EXPECT_NEAR(ball.speed(), 0.0, 1e-10);
    EXPECT_LE(ball.residual, shown);
    errors.push_back(std::abs(ball.angularVelocity()[2] - 7.0));
  }
  EXPECT_LE(errors.front(), 1e-4);
  EXPECT_GE(fitOrder(steps, errors).order, 0.9);
}

}  // namespace
}  // namespace nsds::test::rolling_stop_test
