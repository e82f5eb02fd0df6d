// What the description of a model may not change: units, the order of insertion, the origin of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/models.hpp"
#include "support/draws.hpp"

namespace nsds::test::invariance_test {
namespace {

/// In units that differ by powers of two every operation gives the same mantissa, so that results differ by
/// that power exactly: thresholds of activation, tolerances of the solver and of Newton's loop must follow
/// the units.
TEST(Units, OfPowersOfTwoScaleResultsExactly) {
  for (const Units units : {Units{1024.0, 1.0, 1.0}, Units{1.0, 0x1p-12, 1.0}, Units{1.0, 1.0, 0x1p-20},
                            Units{0x1p-30, 0x1p-15, 0x1p-40}, Units{0x1p20, 0x1p8, 0x1p10}}) {
    Trial other = beads(units);
    Trial one = beads();
    const double speed = units.length / units.time;
    while (one.simulation->hasNextEvent()) {
      one.step();
      other.step();
      ASSERT_EQ(other.simulation->time(), one.simulation->time() * units.time);
      for (std::size_t i = 0; i < 5; ++i) {
        const auto& a = static_cast<const LagrangianDS&>(*one.model->nsds().systems()[i]);
        const auto& b = static_cast<const LagrangianDS&>(*other.model->nsds().systems()[i]);
        const Interaction& c = *one.model->nsds().interactions()[i];
        const Interaction& d = *other.model->nsds().interactions()[i];
        ASSERT_EQ(b.q()[0], a.q()[0] * units.length) << "t = " << one.simulation->time();
        ASSERT_EQ(b.v()[0], a.v()[0] * speed) << "t = " << one.simulation->time();
        ASSERT_EQ(d.y()[0], c.y()[0] * units.length) << "t = " << one.simulation->time();
        ASSERT_EQ(d.lambda()[0], c.lambda()[0] * units.mass * speed) << "t = " << one.simulation->time();
      }
    }
  }
}

/// A pendulum of length l under g, whose angle has no unit: the forces scale with mass and time alone, the
/// iterations of Newton's loop are the same.
TEST(Units, OfPowersOfTwoScaleNonlinearResultsExactly) {
  const auto build = [](const Units& units) {
    Trial trial(0.0, 2.0 * units.time);
    auto& pendulum =
        trial.model->add<LagrangianDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Constant(1, 1, units.mass));
    const double stiffness = 10.0 * units.mass / (units.time * units.time);
    pendulum.setFInt(
        [=](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = stiffness * std::sin(q[0]); },
        [=](double, VectorConstRef q, VectorConstRef, MatrixRef J) { J(0, 0) = stiffness * std::cos(q[0]); },
        [](double, VectorConstRef, VectorConstRef, MatrixRef J) { J.setZero(); });
    trial.model->link(NewtonImpactNSL(0.5),
                      LagrangianScleronomousR(
                          1, [](VectorConstRef q, VectorRef y) { y[0] = std::sin(q[0]) + 0.5; },
                          [](VectorConstRef q, MatrixRef H) { H(0, 0) = std::cos(q[0]); }),
                      pendulum);
    trial.simulate(1e-2 * units.time, MoreauJeanOSI(0.5));
    trial.finish();
    return trial;
  };
  const Trial one = build({});
  for (const Units units : {Units{1.0, 0x1p-10, 1.0}, Units{1.0, 1.0, 0x1p-20}, Units{1.0, 0x1p6, 0x1p30}}) {
    const Trial other = build(units);
    const auto& a = static_cast<const LagrangianDS&>(*one.model->nsds().systems()[0]);
    const auto& b = static_cast<const LagrangianDS&>(*other.model->nsds().systems()[0]);
    EXPECT_EQ(b.q()[0], a.q()[0]);
    EXPECT_EQ(b.v()[0], a.v()[0] / units.time);
    EXPECT_EQ(other.simulation->statistics().newtonIterations, one.simulation->statistics().newtonIterations);
  }
}

/// The beads of a column, added and linked in any order: the same problems with rows exchanged. Differences
/// are of rounding, amplified by the impacts: below 1e-10 for values of size 1.
TEST(Order, OfInsertionDoesNotMatter) {
  constexpr std::size_t beadCount = 5;
  const auto build = [](const std::vector<std::size_t>& order, Trial& trial) {
    std::vector<LagrangianLinearTIDS*> column(beadCount, nullptr);
    for (const std::size_t i : order) {
      const auto k = static_cast<double>(i);
      column[i] = &addBall(*trial.model, 0.2 + 0.21 * k, -0.1 * k, 1.0 + 0.5 * k);
    }
    for (const std::size_t i : std::vector<std::size_t>(order.rbegin(), order.rend())) {
      if (i == 0) {
        linkGround(*trial.model, *column[0], 0.5);
      } else {
        trial.model->link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, -1.0}}, -0.2), *column[i],
                          *column[i - 1]);
      }
    }
    trial.simulate(1e-3, MoreauJeanOSI(0.5));
    return column;
  };
  std::vector<std::size_t> order(beadCount);
  std::iota(order.begin(), order.end(), std::size_t{0});
  Draws draws(7);
  for (int shuffle = 0; shuffle < 5; ++shuffle) {
    Trial expected(0.0, 1.0);
    std::vector<std::size_t> natural(beadCount);
    std::iota(natural.begin(), natural.end(), std::size_t{0});
    const auto a = build(natural, expected);
    draws.shuffle(order);
    Trial shuffled(0.0, 1.0);
    const auto b = build(order, shuffled);
    while (expected.simulation->hasNextEvent()) {
      expected.step();
      shuffled.step();
      for (std::size_t i = 0; i < beadCount; ++i) {
        ASSERT_NEAR(a[i]->q()[0], b[i]->q()[0], 1e-10)
            << "bead " << i << ", t = " << expected.simulation->time();
        ASSERT_NEAR(a[i]->v()[0], b[i]->v()[0], 1e-10)
            << "bead " << i << ", t = " << expected.simulation->time();
      }
    }
  }
}

/// Nothing depends on t itself here: a run that begins at t0 has the same steps of the same length, to the
/// bit.
TEST(TimeOrigin, DoesNotMatter) {
  Trial expected = beads();
  expected.finish();
  for (const double t0 : {-3.0, 1e-8, 0.3, 1e6}) {
    Trial shifted = beads({}, t0);
    shifted.finish();
    EXPECT_EQ(shifted.simulation->step(), expected.simulation->step()) << "t0 = " << t0;
    ASSERT_EQ(shifted.values().size(), expected.values().size());
    for (std::size_t k = 1; k < expected.values().size(); ++k)
      ASSERT_EQ(shifted.values()[k], expected.values()[k]) << "t0 = " << t0;
  }
}

/// A force that depends on t is given the time of the instants: shifted with the origin it gives the same
/// motion.
TEST(TimeOrigin, IsTheOneOfTheForces) {
  const auto run = [](double t0) {
    Trial trial(t0, t0 + 1.0);
    auto& ball = addBall(*trial.model, 0.1);
    ball.setFExt([t0](double t, VectorRef f) { f[0] = -10.0 + 5.0 * (t - t0); });
    linkGround(*trial.model, ball, 0.5);
    trial.simulate(0x1p-10, MoreauJeanOSI(0.5));  // so that t0 + k h is exact
    trial.finish();
    return std::vector<double>(trial.values().begin() + 1, trial.values().end());
  };
  EXPECT_EQ(run(0.0), run(4.0));
}

}  // namespace
}  // namespace nsds::test::invariance_test
