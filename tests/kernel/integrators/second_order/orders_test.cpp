// Orders of the schemes with several levels: two in smooth motion, one through impacts, in the mean over the phase that an
// impact has in its step.
#include <gtest/gtest.h>

#include <nsds/theory/accuracy/impacting_mass.hpp>
#include <nsds/theory/accuracy/norms.hpp>
#include <string>

#include "kernel/integrators/second_order/problems.hpp"
#include "kernel/integrators/second_order/schemes.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::orders_test {
namespace {

template <class Scheme>
class SecondOrder : public testing::Test {};

TYPED_TEST_SUITE(SecondOrder, Schemes);

/// A step that divides T.
double divisor(double T, double h) {
  return T / std::ceil(T / h);
}

/// In the mean over the time, since errors at one instant may vanish by chance.
TYPED_TEST(SecondOrder, IsOfOrderTwoWhereTheMassFollowsTheCoordinates) {
  const double T = 1.0;
  std::vector<double> steps;
  std::vector<double> q;
  std::vector<double> v;
  for (double h = 0.005; h > 3e-4; h *= 0.5) {
    FreeDoublePendulum pendulum(T);
    FreeDoublePendulum::Exact exact;
    steps.push_back(divisor(T, h));
    q.push_back(0.0);
    v.push_back(0.0);
    pendulum.run.simulateWith(steps.back(), TypeParam::make());
    pendulum.run.simulation->run([&](const Simulation& s) {
      exact.advance(s.lastTimeStep());
      const VectorView at = pendulum.system->q();
      const VectorView rate = pendulum.system->v();
      q.back() += h * std::hypot(at[0] - exact.x[0], at[1] - exact.x[1]);
      v.back() += h * std::hypot(rate[0] - exact.x[2], rate[1] - exact.x[3]);
    });
  }
  EXPECT_NEAR(fitOrder(steps, q).order, 2.0, 0.2);
  EXPECT_NEAR(fitOrder(steps, v).order, 2.0, 0.2);
}

TYPED_TEST(SecondOrder, IsOfOrderTwoForABodyOnAJoint) {
  const double T = 1.0;
  const Eigen::Vector2d exact = pendulumExact(1.0, T);
  std::vector<double> steps;
  std::vector<double> angle;
  std::vector<double> rate;
  for (double h = 0.02; h > 2e-3; h *= 0.5) {
    PhysicalPendulum pendulum(1.0, T);
    TimeStepping simulation(pendulum.model, TimeDiscretisation(0.0, divisor(T, h)), TypeParam::make());
    simulation.run();
    steps.push_back(h);
    angle.push_back(std::abs(pendulum.angle() - exact[0]));
    rate.push_back(std::abs(pendulum.rate() - exact[1]));
  }
  EXPECT_NEAR(fitOrder(steps, angle).order, 2.0, 0.2);
  EXPECT_NEAR(fitOrder(steps, rate).order, 2.0, 0.2);
}

/// The order of the L1 error of q, mean over phases of the impacts in the steps, for steps from `coarsest` on where it is below 3e-2.
template <class Scheme>
double orderThroughImpacts(const ImpactingMass& exact, double T, double coarsest, int halvings) {
  std::vector<double> steps, errors;
  for (int k = 0; k <= halvings; ++k) {
    const double h = std::ldexp(coarsest, -k);
    steps.push_back(h);
    errors.push_back(meanOverPhases(8, [&](double phase) {
      Model model(phase * h, T);
      const LagrangianLinearTIDS& mass = exact.addTo(model).mass;
      TimeStepping simulation(model, TimeDiscretisation(phase * h, h), Scheme::make());
      GridNorm norm;
      simulation.run(
          [&](const Simulation& s) { norm.add(s.lastTimeStep(), mass.q()[0] - exact.at(s.time()).q); });
      return norm.value();
    }));
  }
  const double order = fitOrder(steps, errors, {.largest = 3e-2}).order;
  testing::Test::RecordProperty("order", std::to_string(order));
  return order;
}

TYPED_TEST(SecondOrder, IsOfOrderOneThroughTheAccumulationOfABall) {
  EXPECT_NEAR(orderThroughImpacts<TypeParam>(ImpactingMass::bouncingBall(), 5.0, 0.03, 5), 1.0, 0.2);
}

TYPED_TEST(SecondOrder, IsOfOrderOneForAnImpactingOscillator) {
  EXPECT_NEAR(orderThroughImpacts<TypeParam>(ImpactingMass::impactingOscillator(), 10.0, 0.02, 5), 1.0, 0.2);
}

/// Past the accumulation at t = 16.6, after which it rests. The lengths of its flights are no geometric series.
TYPED_TEST(SecondOrder, IsOfOrderOneForAnOscillatorThatAccumulates) {
  EXPECT_NEAR(orderThroughImpacts<TypeParam>(ImpactingMass::accumulatingOscillator(), 17.5, 0.01, 5), 1.0,
              0.2);
}

/// v²/(2 μ g) = 0.4 m after 0.8 s, and its velocity is then zero to the tolerance of the solver.
TYPED_TEST(SecondOrder, StopsASlidingBlock) {
  for (const double h : {1e-2, 1e-3}) {
    Block block(1.0, 0.0, 0.125, 1.0);
    block.run.simulateWith(h, TypeParam::make());
    block.run.finish();
    EXPECT_NEAR(block.mass->q()[1], 0.4, 0.3 * h);
    EXPECT_NEAR(block.mass->v()[1], 0.0, 1e-10);
    EXPECT_NEAR(block.mass->q()[0], 0.0, 1e-13);
  }
}

/// tan(0.3) = 0.309 < μ: it stays where it is, for 900 steps after those in which a scheme may find its means.
TYPED_TEST(SecondOrder, LetsABlockStickOnASlopeWithoutCreep) {
  Block block(10.0, 0.3, 0.4, 0.0);
  block.run.simulateWith(1e-2, TypeParam::make());
  block.run.steps(100);
  const double before = block.mass->q()[1];
  block.run.finish();
  EXPECT_NEAR(before, 0.0, TypeParam::startUp);
  EXPECT_NEAR(block.mass->q()[1], before, 1e-12);
  EXPECT_NEAR(block.mass->q()[0], 0.0, 1e-13);
}

/// It slides with the acceleration g (sin α − μ cos α), which the scheme follows exactly but for its start.
TYPED_TEST(SecondOrder, LetsABlockSlideDownASteeperSlope) {
  const double a = Block::g * (std::sin(0.3) - 0.2 * std::cos(0.3));
  Block block(1.0, 0.3, 0.2, 0.0);
  block.run.simulateWith(1e-2, TypeParam::make());
  block.run.finish();
  EXPECT_NEAR(block.mass->v()[1], a, 1e-8);
  EXPECT_NEAR(block.mass->q()[1], 0.5 * a, 1e-8 + TypeParam::startUp);
}

}  // namespace
}  // namespace nsds::test::orders_test
