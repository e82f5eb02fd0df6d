// Event-driven simulation against exact solutions.
#include "kernel/event_driven/event_driven.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "kernel/integrators/smooth/integration.hpp"

namespace nsds::test::event_driven_test {
namespace {

constexpr SmoothOptions accurate{.relativeTolerance = 1e-11, .absoluteTolerance = 1e-12};

/// A simulation by any of the integrators, with tight tolerances.
std::unique_ptr<EventDriven> simulate(Model& model, double h, const std::string& integrator) {
  return std::make_unique<EventDriven>(model, TimeDiscretisation(model.t0(), h),
                                       makeIntegrator(integrator, accurate));
}

class EveryIntegrator : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Integrators, EveryIntegrator, testing::Values("DOPRI5", "MDOP5", "HEM5", "PHEM56"),
                         [](const auto& instance) { return instance.param; });

TEST_P(EveryIntegrator, FindsEveryImpactOfABouncingBallUntilItRests) {
  const double e = 0.8;
  Model model(0.0, 5.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  const Interaction& contact = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
  const auto simulation = simulate(model, 0.1, GetParam());
  const double fall = std::sqrt(2.0 / g);
  double expected = fall;
  double flight = 2.0 * fall;
  int impacts = 0;
  while (simulation->hasNextEvent()) {
    simulation->computeOneStep();
    const double before = ball.v()[0];
    const bool impact = simulation->event() == EventKind::impact;
    if (impact && flight > 1e-6) {
      EXPECT_LE(std::abs(simulation->time() - expected),
                1e-12 * std::max(1.0, expected) + 1e-15 / std::abs(before))
          << "impact " << impacts;
      EXPECT_NEAR(before, -g * flight / 2.0, 1e-11) << "impact " << impacts;
    }
    simulation->nextStep();
    if (!impact) continue;
    if (simulation->event() == EventKind::impact) {
      EXPECT_NEAR(ball.v()[0], -e * before, 1e-12 * std::abs(before)) << impacts;
      EXPECT_NEAR(simulation->impulse(contact)[0], -(1.0 + e) * before, 1e-12 * std::abs(before));
    }
    flight *= e;
    expected += flight;
    ++impacts;
  }
  EXPECT_GT(impacts, 60);
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-10);
  EXPECT_EQ(ball.v()[0], 0.0);
  EXPECT_NEAR(contact.lambda()[0], g, 1e-10);  // the force of rest
  EXPECT_EQ(simulation->indexSet(2).size(), 1U);
}

TEST(EventDriven, AnAccumulationStopsIfAsked) {
  Model model(0.0, 5.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  EventOptions options;
  options.accumulation = AccumulationResponse::stop;
  simulation.setEventOptions(options);
  try {
    simulation.run();
    FAIL();
  } catch (const AccumulationError& error) {
    // sum of the flights: t1 (1 + e) / (1 - e)
    EXPECT_NEAR(error.end(), std::sqrt(2.0 / g) * 3.0, 1e-9);
    EXPECT_NE(std::string(error.what()).find("interaction"), std::string::npos);
  }
}

TEST(EventDriven, ATouchWithoutApproachIsNoImpact) {
  // The gap is g/2 (t - 1)^2.
  Model model(0.0, 2.0);
  auto& ball = model.add<LagrangianDS>(scalar(g / 2.0), scalar(-g), one);
  ball.setFExt(scalar(g));
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.3), Dopri5(accurate));
  simulation.run();
  EXPECT_NEAR(ball.q()[0], g / 2.0, 1e-11);
  EXPECT_NEAR(ball.v()[0], g, 1e-11);
}

TEST(EventDriven, NoDipInsideALongStepIsMissed) {
  // Free motion, which the integrator takes in one step, over a ground with waves.
  Model model(0.0, 10.0);
  auto& ball = model.add<LagrangianDS>(Vector::Zero(1), scalar(1.0), one);
  model.link(
      NewtonImpactNSL(1.0),
      LagrangianScleronomousR(
          1, [](VectorConstRef q, VectorRef y) { y[0] = 1.0 - 0.2 * q[0] + 0.5 * std::cos(25.0 * q[0]); },
          [](VectorConstRef q, MatrixRef H) { H(0, 0) = -0.2 - 12.5 * std::sin(25.0 * q[0]); })
          .setCurvature([](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
            gamma[0] = -312.5 * std::cos(25.0 * q[0]) * v[0] * v[0];
          }),
      ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 10.0), Dopri5());
  simulation.computeOneStep();
  ASSERT_EQ(simulation.event(), EventKind::impact);
  // The first root, by bisection between the maximum before and the minimum.
  double a = 20.0 * std::numbers::pi / 25.0;
  double b = 21.0 * std::numbers::pi / 25.0;
  for (int i = 0; i < 60; ++i) {
    const double x = 0.5 * (a + b);
    (1.0 - 0.2 * x + 0.5 * std::cos(25.0 * x) > 0.0 ? a : b) = x;
  }
  EXPECT_NEAR(simulation.time(), a, 1e-13);
}

/// The gap between two beads that fly as one is rounding, which no smooth function describes: to look for its
/// roots takes as many evaluations as for any other, a handful in a step.
TEST(EventDriven, AGapThatStaysClosedInFlightIsNotLookedAtForEver) {
  const double R = 0.005;
  Model model(0.0, 0.1);
  auto& lower = model.add<LagrangianDS>(scalar(0.055), scalar(0.0), one);
  auto& upper = model.add<LagrangianDS>(scalar(0.055 + 2.0 * R), scalar(0.0), one);
  lower.setFExt(scalar(-g));
  upper.setFExt(scalar(-g));
  int evaluations = 0;
  const auto gap = [&](VectorConstRef q, VectorRef y) {
    ++evaluations;
    y[0] = q[1] - q[0] - 2.0 * R;
  };
  model.link(NewtonImpactNSL(1.0),
             LagrangianScleronomousR(1, gap, [](VectorConstRef, MatrixRef H) { H << -1.0, 1.0; }), lower,
             upper);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.001), Dopri5(accurate));
  int steps = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    ++steps;
  }
  EXPECT_GE(steps, 100);
  EXPECT_LE(evaluations, 20 * steps);
  EXPECT_NEAR(lower.q()[0], 0.055 - 0.5 * g * 0.01, 1e-14);
}

TEST_P(EveryIntegrator, AMassLeavesASphereWhereEnergySays) {
  // From rest near the top, without friction: cos(theta) = 2/3 cos(theta_0).
  const double R = 0.7;
  const double start = 0.1;
  Model model(0.0, 1.4);
  const Vector q0{{R * std::sin(start), R * std::cos(start)}};
  auto& mass = model.add<LagrangianDS>(q0, Vector::Zero(2), Matrix(2.0 * Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -2.0 * g}});
  const Interaction& contact =
      model.link(NewtonImpactNSL(0.0),
                 LagrangianScleronomousR(
                     1, [R](VectorConstRef q, VectorRef y) { y[0] = q.norm() - R; },
                     [](VectorConstRef q, MatrixRef H) { H = q.transpose() / q.norm(); })
                     .setCurvature([](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                       const double r = q.norm();
                       gamma[0] = (v.squaredNorm() - std::pow(q.dot(v) / r, 2)) / r;
                     }),
                 mass);
  const auto simulation = simulate(model, 1.4, GetParam());
  simulation->initialize();
  simulation->computeOneStep();
  ASSERT_EQ(simulation->event(), EventKind::opening);
  ASSERT_EQ(simulation->eventInteractions().size(), 1U);
  EXPECT_EQ(simulation->eventInteractions()[0], &contact);
  EXPECT_NEAR(mass.q()[1] / mass.q().norm(), 2.0 / 3.0 * std::cos(start), 1e-9);
  EXPECT_NEAR(0.5 * mass.v().squaredNorm() + g * mass.q()[1], g * R * std::cos(start), 1e-9);
  simulation->nextStep();
  EXPECT_TRUE(simulation->indexSet(2).empty() || contact.lambda()[0] == 0.0);
  simulation->computeOneStep();
  EXPECT_EQ(simulation->event(), EventKind::sampling);  // and never comes back
  EXPECT_GT(contact.y()[0], 0.0);
}

TEST(EventDriven, ForceOfContactBesideTheExactOneWhileItSlides) {
  // lambda = m (3 g cos(theta) - 2 g cos(theta_0))
  const double R = 1.0;
  const double start = 0.2;
  Model model(0.0, 0.5);
  auto& mass = model.add<LagrangianDS>(Vector{{std::sin(start), std::cos(start)}}, Vector::Zero(2),
                                       Matrix(Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -g}});
  const Interaction& contact = model.link(
      NewtonImpactNSL(0.0),
      LagrangianScleronomousR(1, [R](VectorConstRef q, VectorRef y) { y[0] = q.norm() - R; }), mass);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Phem56(accurate));
  int samples = 0;
  simulation.run([&](const Simulation&) {
    const double expected = 3.0 * g * mass.q()[1] / mass.q().norm() - 2.0 * g * std::cos(start);
    EXPECT_NEAR(contact.lambda()[0], expected, 1e-6);  // Jacobian by differences
    ++samples;
  });
  EXPECT_EQ(samples, 10);
}

TEST(EventDriven, TwoContactsCloseAtOnce) {
  // A point falls into a right-angled wedge: both velocities are turned round.
  Model model(0.0, 1.0);
  auto& point = model.add<LagrangianDS>(Vector{{0.0, 1.0}}, Vector::Zero(2), Matrix(Matrix::Identity(2, 2)));
  point.setFExt(Vector{{0.0, -g}});
  const double s = std::sqrt(0.5);
  model.link(NewtonImpactNSL(0.6), LagrangianLinearTIR(Matrix{{s, s}}), point);
  model.link(NewtonImpactNSL(0.6), LagrangianLinearTIR(Matrix{{-s, s}}), point);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.0), Hem5());
  simulation.computeOneStep();
  EXPECT_NEAR(simulation.time(), std::sqrt(2.0 / g), 1e-14);
  const double before = point.v()[1];
  simulation.nextStep();
  EXPECT_EQ(simulation.events(), 1);
  EXPECT_NEAR(point.v()[1], -0.6 * before, 1e-13);
  EXPECT_NEAR(point.v()[0], 0.0, 1e-13);
}

TEST(EventDriven, ATableOnFourLegsStandsAndItsForcesBalanceTheWeight) {
  // (height, two tilts); four gaps, one of them redundant.
  Model model(0.0, 1.0);
  const double m = 3.0;
  auto& table = model.add<LagrangianDS>(Vector{{0.0, 0.0, 0.0}}, Vector::Zero(3),
                                        Matrix(Vector{{m, 0.4, 0.5}}.asDiagonal()));
  table.setFExt(Vector{{-m * g, 0.3, 0.2}});
  std::vector<Interaction*> legs;
  for (const double x : {-1.0, 1.0}) {
    for (const double y : {-1.0, 1.0})
      legs.push_back(&model.link(NewtonImpactNSL(0.3), LagrangianLinearTIR(Matrix{{1.0, x, y}}), table));
  }
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Mdop5());
  simulation.run([&](const Simulation&) {
    double weight = 0.0;
    for (const Interaction* leg : legs) {
      EXPECT_GE(leg->lambda()[0], 0.0);
      weight += leg->lambda()[0];
    }
    EXPECT_NEAR(weight, m * g, 1e-9);
    EXPECT_NEAR(table.q().norm(), 0.0, 1e-12);
  });
  EXPECT_EQ(simulation.events(), 0);
}

TEST(EventDriven, ALoadThatChangesIsAnEvent) {
  Model model(0.0, 2.0);
  auto& mass = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
  model.setScales({1.0, 1.0, 1.0});
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.7), Dopri5());
  simulation.addTimeEvent(1.0 / 3.0, [&](EventDriven&) { mass.setFExt(scalar(6.0)); });
  int users = 0;
  simulation.run([&](const Simulation& s) {
    if (static_cast<const EventDriven&>(s).event() == EventKind::user) {
      ++users;
      EXPECT_EQ(s.time(), 1.0 / 3.0);
    }
  });
  EXPECT_EQ(users, 1);
  EXPECT_NEAR(mass.q()[0], 3.0 * std::pow(5.0 / 3.0, 2), 1e-13);
}

TEST(EventDriven, AStateEventSwitchesALoad) {
  // Thrown upwards; at the top gravity is turned off.
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianDS>(scalar(0.0), scalar(3.0), one);
  mass.setFExt(scalar(-g));
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5());
  double top = 0.0;
  simulation.addStateEvent([&](double) { return mass.v()[0]; },
                           [&](EventDriven& s) {
                             top = s.time();
                             mass.setFExt(scalar(0.0));
                           });
  simulation.run();
  EXPECT_NEAR(top, 3.0 / g, 1e-13);
  EXPECT_NEAR(mass.q()[0], 4.5 / g, 1e-13);
}

TEST(EventDriven, AStatePutBackHasItsEventsAheadAgain) {
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.addTimeEvent(0.25, [&](EventDriven&) { mass.setV(Vector(mass.v() + scalar(1.0))); });
  simulation.addTimeEvent(0.75, [&](EventDriven&) { mass.setV(Vector(mass.v() + scalar(2.0))); });
  simulation.initialize();
  const State start = model.state();
  for (int run = 0; run < 2; ++run) {
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
    }
    EXPECT_NEAR(mass.q()[0], 1.0 * 0.75 + 2.0 * 0.25, 1e-14) << "run " << run;
    EXPECT_EQ(mass.v()[0], 3.0);
    model.setState(start);
  }
}

TEST(EventDriven, AStatePutBackRepeatsToTheBit) {
  Model model(0.0, 3.0);
  auto& a = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  auto& b = model.add<LagrangianDS>(scalar(1.5), scalar(0.2), Matrix(2.0 * one));
  a.setFExt(scalar(-g));
  b.setFExt(scalar(-2.0 * g));
  model.link(NewtonImpactNSL(0.9), LagrangianLinearTIR(one), a);
  model.link(NewtonImpactNSL(0.7), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), a, b);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.013), Dopri5());
  simulation.initialize();
  State middle = model.state();
  std::vector<State> first;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    if (first.empty() && simulation.time() > 1.0) middle = model.state();
    if (simulation.time() > 1.0) first.push_back(model.state());
  }
  model.setState(middle);
  ASSERT_EQ(model.state(), middle);
  std::size_t i = 1;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_LT(i, first.size());
    ASSERT_EQ(model.state(), first[i++]);
  }
  EXPECT_EQ(i, first.size());
}

}  // namespace
}  // namespace nsds::test::event_driven_test
