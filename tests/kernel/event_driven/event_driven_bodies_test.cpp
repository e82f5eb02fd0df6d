// Event-driven simulation of rigid bodies in space, with joints and stops.
#include <gtest/gtest.h>

#include <cmath>

#include "kernel/event_driven/event_driven.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::event_driven_bodies_test {
namespace {

constexpr SmoothOptions mostAccurate{.relativeTolerance = 1e-12, .absoluteTolerance = 1e-13};

template <class Integrator>
class EventDrivenBodies : public testing::Test {};

using Integrators = testing::Types<Dopri5, Mdop5, Hem5, Phem56>;
TYPED_TEST_SUITE(EventDrivenBodies, Integrators);

/// An asymmetric top spun about its middle axis tumbles: momentum in space, energy and the length of the
/// quaternion stay.
TYPED_TEST(EventDrivenBodies, AFreeTopKeepsItsMomentumAndEnergy) {
  Model model(0.0, 20.0);
  Vector v(6);
  v << 1.0, -2.0, 0.5, 0.01, 2.0, 0.02;
  const Matrix inertia = Vector{{1.0, 2.0, 2.5}}.asDiagonal();
  auto& top = model.add<NewtonEulerDS>(coordinates(Eigen::Vector3d::Zero(), Eigen::Quaterniond::Identity()),
                                       v, 2.0, inertia);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), TypeParam(mostAccurate));
  const Vector momentum = top.angularMomentum();
  const double energy = top.kineticEnergy();
  double largestTilt = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    largestTilt = std::max(largestTilt, std::abs(top.v()[3]));
    EXPECT_LE((top.angularMomentum() - momentum).norm(), 1e-9 * momentum.norm());
    EXPECT_NEAR(top.kineticEnergy(), energy, 1e-9 * energy);
    EXPECT_NEAR(top.q().tail(4).norm(), 1.0, 1e-14);
  }
  EXPECT_GT(largestTilt, 1.0);  // it did tumble
  EXPECT_NEAR(top.q()[1], -40.0, 1e-10);
}

/// Swing, closed joint and force at the pivot of a pendulum with inertia: five rows hold a body of six
/// degrees of freedom.
TYPED_TEST(EventDrivenBodies, APendulumSwingsByItsEquation) {
  PhysicalPendulum pendulum(1.0, 2.0);
  EventDriven simulation(pendulum.model, TimeDiscretisation(0.0, 0.25), TypeParam(mostAccurate));
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    const Eigen::Vector2d exact = pendulumExact(1.0, simulation.time(), 4000);
    EXPECT_NEAR(pendulum.angle(), exact[0], 1e-9) << simulation.time();
    EXPECT_NEAR(pendulum.rate(), exact[1], 1e-9) << simulation.time();
    EXPECT_LE(pendulum.violation(), 1e-9) << simulation.time();
  }
}

/// It falls on a stop, bounces by Newton's law when energy says, and rests on it with its moment.
TYPED_TEST(EventDrivenBodies, APendulumBouncesOnItsStopAndRests) {
  PhysicalPendulum pendulum(1.0, 4.0);
  const Interaction& stop = pendulum.model.link(
      NewtonImpactNSL(0.5), JointStopR(pendulum.joint, 0, StopSide::lower, -0.6), pendulum.body);
  EventDriven simulation(pendulum.model, TimeDiscretisation(0.0, 0.25), TypeParam(mostAccurate));
  const double w = std::sqrt(2.0 * PhysicalPendulum::weightMoment * (std::cos(0.4) - std::cos(1.0)) /
                             PhysicalPendulum::inertia);
  int impacts = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    const bool impact = simulation.event() == EventKind::impact;
    const double before = pendulum.rate();
    simulation.nextStep();
    if (!impact) continue;
    ++impacts;
    if (impacts == 1) {
      EXPECT_NEAR(before, -w, 1e-9);
    }
    EXPECT_NEAR(pendulum.rate(), simulation.event() == EventKind::impact ? -0.5 * before : 0.0, 1e-9);
    EXPECT_NEAR(pendulum.angle(), 0.4, 1e-9);
  }
  EXPECT_GT(impacts, 10);
  EXPECT_NEAR(pendulum.rate(), 0.0, 1e-12);
  EXPECT_NEAR(stop.lambda()[0], PhysicalPendulum::weightMoment * std::sin(0.4), 1e-8);
}

/// A door on two hinges: five rows too many. It swings as on one.
TYPED_TEST(EventDrivenBodies, RedundantHingesHoldAsOne) {
  PhysicalPendulum pendulum(1.0, 1.0);
  const PivotJointR second(pendulum.body, {.anchor = {0.0, 2.0, 0.0}, .axis = -Eigen::Vector3d::UnitY()});
  pendulum.join(second, pendulum.body);
  EventDriven simulation(pendulum.model, TimeDiscretisation(0.0, 0.25), TypeParam(mostAccurate));
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    EXPECT_NEAR(pendulum.angle(), pendulumExact(1.0, simulation.time(), 4000)[0], 1e-9) << simulation.time();
    EXPECT_LE(pendulum.violation(), 1e-9);
  }
}

}  // namespace
}  // namespace nsds::test::event_driven_bodies_test
