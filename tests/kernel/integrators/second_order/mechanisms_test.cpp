// Joints that depend on each other, and a constraint that moves, under every scheme.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kernel/integrators/second_order/parallelogram.hpp"
#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"

namespace nsds::test::mechanisms_test {
namespace {

template <class Scheme>
class Mechanisms : public testing::Test {};
TYPED_TEST_SUITE(Mechanisms, Schemes);

/// It swings like a pendulum; its energy stays, and its joints closed.
TYPED_TEST(Mechanisms, MayHaveRedundantJoints) {
  Parallelogram four(2.0);
  const double start = four.energy();
  TimeStepping simulation(four.model, TimeDiscretisation(0.0, 2e-3), TypeParam::make());
  double gap = 0.0;
  double rate = 0.0;
  double error = 0.0;
  simulation.run([&](const Simulation&) {
    gap = std::max(gap, four.gap());
    rate = std::max(rate, four.rate());
    error = std::max(error, std::abs(four.energy() - start));
  });
  EXPECT_LE(gap, 1e-10);
  EXPECT_LE(rate, 1e-9);
  EXPECT_LE(error, 1e-3);
  EXPECT_GT(std::abs(four.coupler().v()[0]), 1e-2);
}

/// A ball rests on a table that moves by 0.1 sin(3 t): it follows the table in position and in velocity, and carries the
/// impulse of g + table''. The acceleration of the table, 0.9 m/s², is below g.
TYPED_TEST(Mechanisms, FollowAMovingTable) {
  Trial trial(0.0, 2.0);
  auto& ball = addBall(*trial.model, 0.0, 0.3);
  const auto output = [](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - 0.1 * std::sin(3.0 * t); };
  const auto rate = [](double t, VectorConstRef, VectorRef u) { u[0] = -0.3 * std::cos(3.0 * t); };
  const auto jacobian = [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; };
  Interaction& contact =
      trial.model->link(NewtonImpactNSL(0.0), LagrangianRheonomousR(1, output, rate, jacobian), ball);
  const double h = 1e-3;
  trial.simulateWith(h, TypeParam::make());
  trial.simulation->run([&](const Simulation& s) {
    EXPECT_NEAR(ball.q()[0], 0.1 * std::sin(3.0 * s.time()), TypeParam::drift);
    EXPECT_NEAR(ball.v()[0], 0.3 * std::cos(3.0 * s.time()), 10.0 * TypeParam::drift);
    EXPECT_NEAR(contact.lambda()[0] / h, 10.0 - 0.9 * std::sin(3.0 * (s.time() - 0.5 * h)), 1e-3);
  });
}

}  // namespace
}  // namespace nsds::test::mechanisms_test
