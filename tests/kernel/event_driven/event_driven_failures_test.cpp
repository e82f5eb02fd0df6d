// What event-driven simulation refuses, and what it leaves behind when it cannot go on.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel.hpp>
#include <string>

#include "kernel/event_driven/event_driven.hpp"

namespace nsds::test::event_driven_failures_test {
namespace {

TEST(EventDrivenFailures, APenetrationAtTheStartIsRefusedByName) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(-0.1), scalar(0.0), one);
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball).setName("floor");
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  const std::string message = errorText<InvalidArgument>([&] { simulation.initialize(); });
  EXPECT_TRUE(says(message, "floor") && says(message, "-0.1")) << message;
}

TEST(EventDrivenFailures, WhatIsRefusedIsRefusedUntilItIsMended) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(0.5), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.computeOneStep();
  simulation.nextStep();
  const auto moveTo = [&](double height) {
    ball.setQ(scalar(height));
    ball.setV(scalar(0.0));
  };
  moveTo(0.0);
  simulation.computeOneStep();
  simulation.nextStep();
  moveTo(-0.1);
  for (int i = 0; i < 3; ++i) EXPECT_THROW(simulation.computeOneStep(), InvalidArgument);
  // As much as integrators drift is forgiven to a contact that was closed, and is so still.
  moveTo(-1e-9);
  simulation.computeOneStep();
  simulation.nextStep();
  moveTo(0.0);
  simulation.run();
  EXPECT_EQ(simulation.time(), 1.0);
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-15);
}

/// A pendulum on a rod of length 1, started a little beside it.
struct Pendulum {
  explicit Pendulum(double radius, double radialVelocity = 0.0) {
    mass = &model.add<LagrangianDS>(Vector{{radius, 0.0}}, Vector{{radialVelocity, 0.0}},
                                    Matrix(Matrix::Identity(2, 2)));
    mass->setFExt(Vector{{0.0, -g}});
    rod = &model.link(EqualityConditionNSL(1),
                      LagrangianScleronomousR(
                          1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                          [](VectorConstRef q, MatrixRef H) { H = q.transpose(); })
                          .setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) {
                            gamma[0] = v.squaredNorm();
                          }),
                      *mass);
    rod->setName("rod");
  }
  Model model{0.0, 1.0};
  LagrangianDS* mass;
  Interaction* rod;
};

TEST(EventDrivenFailures, AJointThatDoesNotHoldIsRefusedOrProjectedWithAReport) {
  Pendulum refused(1.01);
  EventDriven first(refused.model, TimeDiscretisation(0.0, 0.1), Hem5());
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { first.initialize(); }), "rod"));

  Pendulum moving(1.0, 0.2);
  EventDriven second(moving.model, TimeDiscretisation(0.0, 0.1), Hem5());
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { second.initialize(); }), "moves"));

  Pendulum projected(1.01, 0.2);
  EventDriven third(projected.model, TimeDiscretisation(0.0, 0.1), Hem5());
  third.projectInitialState();
  third.initialize();
  EXPECT_NEAR(third.consistencyReport().positionDefect, 0.5 * (1.01 * 1.01 - 1.0), 1e-15);
  EXPECT_NEAR(third.consistencyReport().displacement, 0.01, 1e-12);
  EXPECT_NEAR(third.consistencyReport().velocityChange, 0.2, 1e-12);
  EXPECT_NEAR(projected.mass->q().norm(), 1.0, 1e-15);
  third.run();
  EXPECT_NEAR(projected.mass->q().norm(), 1.0, 1e-10);
  EXPECT_NEAR(0.5 * projected.mass->v().squaredNorm() + g * projected.mass->q()[1], 0.0, 1e-6);
}

TEST(EventDrivenFailures, ContradictoryJointsAreRefusedByName) {
  Model model(0.0, 1.0);
  auto& mass = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  for (const double place : {1.0, 2.0})
    model.link(EqualityConditionNSL(1), LagrangianLinearTIR(one, -place), mass);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Mdop5());
  simulation.projectInitialState();
  EXPECT_TRUE(says(errorText<Error>([&] { simulation.initialize(); }), "contradict"));
}

TEST(EventDrivenFailures, WhatBelongsToTimeSteppingIsRefusedByName) {
  {
    Model model(0.0, 1.0);
    auto& point = model.add<LagrangianDS>(Vector::Ones(3), Vector::Zero(3), Matrix(Matrix::Identity(3, 3)));
    model.link(NewtonImpactFrictionNSL(0.5, 0.0, 0.3, 3), LagrangianLinearTIR(Matrix(Matrix::Identity(3, 3))),
               point);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.initialize(); }), "TimeStepping"));
  }
  {
    Model model(0.0, 1.0);
    auto& point = model.add<LagrangianDS>(Vector::Ones(2), Vector::Zero(2), Matrix(Matrix::Identity(2, 2)));
    model.link(FremondImpactFrictionNSL(0.5, 0.3, 2), LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))),
               point);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.initialize(); }), "mean velocities"));
  }
  {
    Model model(0.0, 1.0);
    auto& point = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    point.prescribe(0, PrescribedVelocity(1.0));
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.initialize(); }), "prescribed"));
  }
  {
    Model model(0.0, 1.0);
    model.add<FirstOrderLinearDS>(scalar(1.0), one).setName("circuit");
    model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.initialize(); }), "circuit"));
  }
}

TEST(EventDrivenFailures, ThresholdsBelowRoundOffAreRefused) {
  Model model(0.0, 1.0);
  model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  EventOptions options;
  options.gapThreshold = 1e-17;
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.setEventOptions(options); }), "round-off"));
  options = {};
  options.velocityThreshold = -1.0;
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.setEventOptions(options); }), "velocity"));
}

TEST(EventDrivenFailures, AForceThatIsNotANumberKeepsTheState) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setName("ball");
  ball.setFExt(
      [](double t, VectorRef force) { force[0] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : -g; });
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
  simulation.initialize();
  State last = model.state();
  const std::string message = errorText<Error>([&] {
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      last = model.state();
    }
  });
  EXPECT_TRUE(says(message, "ball")) << message;
  EXPECT_EQ(model.state().values(), last.values());
  EXPECT_LE(simulation.time(), 0.5);
  EXPECT_TRUE(std::isfinite(ball.q()[0]));
}

/// A force that outgrows the weight at 1/4 s, and fails once in the first step, or in the first behind an
/// event.
TEST(EventDrivenFailures, WhatFailedOnceOpensWhenItShould) {
  for (const double event : {0.0, 0.1}) {
    Model model(0.0, 1.0);
    auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
    bool fails = true;
    ball.setFExt([&](double t, VectorRef f) {
      if (fails && t > event + 0.05) throw Error("no force");
      f[0] = -10.0 + 40.0 * t;
    });
    const Interaction& contact = model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(one), ball);
    model.setScales({1.0, 0.3, 1.0});
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
    if (event > 0.0) simulation.addTimeEvent(event, [](EventDriven&) {});
    EXPECT_THROW(simulation.run(), Error);
    EXPECT_LE(simulation.time(), event + 0.05);
    fails = false;
    simulation.run([&](const Simulation&) { EXPECT_GE(contact.lambda()[0], -1e-12); });
    EXPECT_NEAR(ball.q()[0], 40.0 * 0.75 * 0.75 * 0.75 / 6.0, 1e-7);
  }
}

/// A ball that falls from 1/2 and bounces at t0, 2 t0, 2.5 t0, ... with t0 = g^-1/2.
struct Bouncing {
  explicit Bouncing(double h) : simulation(model, TimeDiscretisation(0.0, h), Dopri5()) {
    ball.setFExt(scalar(-g));
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
    model.setScales({1.0, 0.3, 1.0});
  }
  void step() {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  void expectExact(double t) const {
    const double t0 = std::sqrt(1.0 / g);
    const double since = t < t0 ? t : t < 2.0 * t0 ? t - t0 : t - 2.0 * t0;
    const double v = t < t0 ? 0.0 : t < 2.0 * t0 ? 0.5 * g * t0 : 0.25 * g * t0;
    const double q = t < t0 ? 0.5 : 0.0;
    EXPECT_NEAR(ball.q()[0], q + v * since - 0.5 * g * since * since, 1e-7) << t;
  }
  Model model{0.0, 0.75};
  LagrangianDS& ball = model.add<LagrangianDS>(scalar(0.5), scalar(0.0), one);
  EventDriven simulation;
};

/// The search that failed had found the next impact already.
TEST(EventDrivenFailures, AnImpactThatIsStillAheadDoesNotTakePlaceWhereTheFailureGoesBackTo) {
  Bouncing bouncing(0.75);
  bool fails = true;
  bouncing.simulation.addStateEvent(
      [&](double t) {
        if (fails && t > 0.63) throw Error("once");
        return 1.0;
      },
      [](EventDriven&) {});
  EXPECT_THROW(bouncing.simulation.run(), Error);
  EXPECT_NEAR(bouncing.simulation.time(), std::sqrt(1.0 / g), 1e-9);  // the first impact
  fails = false;
  bouncing.simulation.run();
  bouncing.expectExact(0.75);
}

TEST(EventDrivenFailures, AnImpactThatIsStillAheadDoesNotTakePlaceWhereAStateGoesBackTo) {
  Bouncing bouncing(0.1);
  while (bouncing.simulation.time() < 0.25) bouncing.step();
  const State state = bouncing.model.state();
  bouncing.step();
  bouncing.simulation.addTimeEvent(0.7, [](EventDriven&) {});
  bouncing.model.setState(state);
  while (bouncing.simulation.hasNextEvent()) {
    bouncing.step();
    bouncing.expectExact(bouncing.simulation.time());
  }
}

TEST(EventDrivenFailures, AStormOfEventsIsNamedAndTheStateKept) {
  // A ball between two walls that leave it a hundredth of a millimetre.
  Model model(0.0, 1e4);
  auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(1.0), one);
  model.setScales({1.0, 1.0, 1.0});
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(one, 1e-5), ball).setName("left wall");
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix(-one), 1e-5), ball).setName("right wall");
  EventDriven simulation(model, TimeDiscretisation(0.0, 1e4), Dopri5());
  const std::string message = errorText<Error>([&] { simulation.run(); });
  EXPECT_TRUE(says(message, "100000 events") && says(message, "wall")) << message;
  EXPECT_NEAR(simulation.time(), 1e-5 + 1e5 * 2e-5, 1e-9);
  EXPECT_NEAR(std::abs(ball.v()[0]), 1.0, 1e-12);
}

TEST(EventDrivenFailures, MasslessDegreesOfFreedomNeedConstraints) {
  const Matrix M{{1.0, 0.0}, {0.0, 0.0}};
  const auto add = [&](Model& model) -> LagrangianDS& {
    return model.add<LagrangianDS>(Vector{{0.0, 0.0}}, Vector::Zero(2),
                                   [M](VectorConstRef, MatrixRef mass) { mass = M; });
  };
  const LagrangianLinearTIR together(Matrix{{1.0, -1.0}});
  {
    // Two joints that say the same hold what has no mass.
    Model model(0.0, 1.0);
    auto& pair = add(model);
    pair.setFExt(Vector{{3.0, 1.0}});
    model.link(EqualityConditionNSL(1), together, pair);
    model.link(EqualityConditionNSL(1), together, pair);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Hem5());
    simulation.run();
    EXPECT_NEAR(pair.q()[0], 2.0, 1e-12);
    EXPECT_NEAR(pair.q()[1], 2.0, 1e-12);
  }
  {
    Model model(0.0, 1.0);
    auto& pair = add(model);
    pair.setFExt(Vector{{3.0, 1.0}});
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Hem5());
    EXPECT_TRUE(says(errorText<Error>([&] { simulation.run(); }), "singular"));
  }
}

TEST(EventDrivenFailures, CallsOutOfOrderAreRefused) {
  Model model(0.0, 1.0);
  model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.0), Dopri5());
  EXPECT_THROW(simulation.nextStep(), Error);
  EXPECT_THROW(simulation.impactProblem(), Error);
  EXPECT_THROW(static_cast<void>(simulation.indexSet(3)), InvalidArgument);
  EXPECT_THROW(simulation.addTimeEvent(-1.0), InvalidArgument);
  EXPECT_THROW(simulation.addStateEvent({}), InvalidArgument);
  simulation.computeOneStep();
  EXPECT_THROW(simulation.computeOneStep(), Error);
  EXPECT_THROW(simulation.saveState(), Error);
  simulation.nextStep();
  EXPECT_FALSE(simulation.hasNextEvent());
  EXPECT_THROW(simulation.computeOneStep(), Error);
}

/// An event that was found has its consequences where it was found: nothing is moved, added or removed in between.
TEST(EventDrivenFailures, WhatIsMovedBetweenAnEventAndItsConsequencesIsRefused) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianLinearTIDS>(scalar(1.0), scalar(-4.0), one);
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  auto simulation = std::make_unique<EventDriven>(model, TimeDiscretisation(0.0, 1.0), Dopri5());
  simulation->initialize();
  simulation->computeOneStep();
  ASSERT_EQ(simulation->event(), EventKind::impact);
  EXPECT_TRUE(says(errorText<Error>([&] { ball.setQ(scalar(1.0)); }), "in the middle of a step"));
  EXPECT_TRUE(says(errorText<Error>([&] { model.remove(ball); }), "in the middle of one"));
  simulation->nextStep();
  EXPECT_NEAR(ball.v()[0], 2.0, 1e-12);
  ball.setQ(scalar(0.5));
  simulation->computeOneStep();
  simulation.reset();  // with the step that it had begun
  ball.setQ(scalar(1.0));
}

TEST(EventDrivenFailures, AFailureAfterTheImpactTakesTheImpactBack) {
  // e = 0: the impact is solved, then the force at rest is refused.
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.0), Dopri5());
  simulation.initialize();
  simulation.computeOneStep();
  const double before = ball.v()[0];
  EXPECT_LT(before, -1.0);
  double time = 0.0;
  simulation.setCheckSolverFunction([&](const SolverOutcome& outcome) {
    time = outcome.time;
    return outcome.problem == "impact" ? SolverAction::accept : SolverAction::stop;
  });
  EXPECT_THROW(simulation.nextStep(), SolverError);
  EXPECT_NEAR(time, std::sqrt(2.0 / g), 1e-12);  // of the event, not of the next sample
  EXPECT_EQ(ball.v()[0], before);
  simulation.clearCheckSolverFunction();
  simulation.nextStep();
  EXPECT_EQ(ball.v()[0], 0.0);
  EXPECT_NEAR(ball.p()[0], g, 1e-12);
}

TEST(EventDrivenFailures, AnImpactThatCannotBeSolvedKeepsTheState) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(Vector{{1.0, 2.0}}, Vector::Zero(2), Matrix(Matrix::Identity(2, 2)));
  ball.setFExt(Vector{{-g, -2.0 * g}});
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, 0.0}}), ball);
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{0.3, 0.35}}, -0.0), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1.0), Dopri5());
  simulation.initialize();
  simulation.setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::stop; });
  simulation.computeOneStep();
  const Vector before = ball.v();
  EXPECT_THROW(simulation.nextStep(), SolverError);
  EXPECT_EQ(Vector(ball.v()), before);
  EXPECT_TRUE(simulation.stopped());
  // With another check function the same event goes on.
  simulation.clearCheckSolverFunction();
  simulation.nextStep();
  EXPECT_GT(ball.v()[0], 0.0);
}

}  // namespace
}  // namespace nsds::test::event_driven_failures_test
