// Events of time stepping of any order: contacts that open, slip, grip, several contacts and impacts in one step.
#include "kernel/event_capturing/exact_problems.hpp"
#include "kernel/joints/joint_mechanism.hpp"

namespace nsds::test::any_order_events_test {
namespace {

constexpr double gravity = 9.81;
const Matrix normalFirst{{0.0, 1.0}, {1.0, 0.0}};  // q = (x, y) on the ground y = 0

/// A force that grows lifts a body off: q = (t − 1)³/6.
TEST(AnyOrderEvents, AForceOpensAContactWhereItVanishes) {
  for (const double h : {0.07, 0.3}) {
    Model model(0.0, 2.0);
    auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
    ball.setFExt([](double t, VectorRef f) { f[0] = t - 1.0; });
    const Interaction& contact = model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
    model.setScales({1.0, 1.0, 1.0});
    AnyOrderTimeStepping simulation(model, TimeDiscretisation(0.0, h), Dopri5());
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      const double t = simulation.time();
      const double flown = std::max(t - 1.0, 0.0);
      EXPECT_NEAR(ball.q()[0], flown * flown * flown / 6.0, 1e-3 * std::pow(h, 6)) << t;
      EXPECT_NEAR(contact.lambda()[0], std::max(1.0 - t, 0.0), 1e-12) << t;
    }
  }
}

/// A block slides to rest, v = v0 − mu g t + s t²/(2 m), sticks until s t = mu m g, and is pulled away.
struct PulledBlock {
  explicit PulledBlock(double T) : model(0.0, T) {
    block = &model.add<LagrangianDS>(Vector::Zero(2), Vector{{v0, 0.0}}, Matrix(m * Matrix::Identity(2, 2)));
    block->setFExt([](double t, VectorRef force) { force << s * t, -m * gravity; });
    contact = &model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2), LagrangianLinearTIR(normalFirst), *block);
    model.setScales({1.0, 1.0, 1.0});
  }
  static double stop() {
    return m / s * (mu * gravity - std::sqrt(mu * gravity * mu * gravity - 2.0 * v0 * s / m));
  }
  static double away() { return mu * m * gravity / s; }
  static double exact(double t) {
    const double slid = std::min(t, stop());
    const double pulled = std::max(t - away(), 0.0);
    return v0 * slid - 0.5 * mu * gravity * slid * slid +
           s / m * (std::pow(slid, 3) + std::pow(pulled, 3)) / 6.0;
  }
  static constexpr double mu = 0.4, v0 = 2.0, m = 3.0, s = 6.0;
  Model model;
  LagrangianDS* block;
  Interaction* contact;
};

TEST(AnyOrderEvents, SlipEndsAndGripIsLostWithinSteps) {
  for (const double h : {0.07, 0.3}) {
    PulledBlock p(3.0);
    AnyOrderTimeStepping simulation(p.model, TimeDiscretisation(0.0, h), Dopri5());
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      simulation.nextStep();
      const double t = simulation.time();
      EXPECT_NEAR(p.block->q()[0], PulledBlock::exact(t), 10.0 * simulation.bracketLength(h)) << t;
      EXPECT_NEAR(p.block->q()[1], 0.0, 1e-12);
      const bool sticks = t > PulledBlock::stop() && t < PulledBlock::away();
      if (sticks) {
        EXPECT_NEAR(p.block->v()[0], 0.0, 1e-14) << t;
      }
      EXPECT_NEAR(p.contact->lambda()[1],
                  sticks ? -PulledBlock::s * t : -PulledBlock::mu * PulledBlock::m * gravity, 1e-9)
          << t;
    }
    EXPECT_EQ(simulation.impacts(), 0);
  }
}

/// Slip that ends and grip that is lost are located as well as the method goes.
TEST(AnyOrderEvents, ThroughSlipAndGripTheOrderHolds) {
  const Series s = series(0.1, 4, 1e-2, 1e-11, [](double h) {
    PulledBlock p(3.0);
    AnyOrderTimeStepping simulation(p.model, TimeDiscretisation(0.0, h), Heun2());
    simulation.run();
    return std::abs(p.block->q()[0] - PulledBlock::exact(3.0));
  });
  ASSERT_EQ(s.h.size(), 5U);
  EXPECT_NEAR(fitOrder(s.h, s.error).order, 2.0, 0.2);
}

/// Between two elastic walls a distance of 1 apart at a speed of 10: three impacts in a step of 0.3.
TEST(AnyOrderEvents, ABodyHitsTwoWallsWithinAStep) {
  Model model(0.0, 3.0);
  auto& ball = model.add<LagrangianDS>(scalar(0.5), scalar(10.0), one);
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(one), ball);
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix(-one), scalar(1.0)), ball);
  model.setScales({1.0, 1.0, 1.0});
  AnyOrderTimeStepping simulation(model, TimeDiscretisation(0.0, 0.3), Dopri5());
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    const double s = std::fmod(0.5 + 10.0 * simulation.time(), 2.0);
    EXPECT_NEAR(ball.q()[0], s < 1.0 ? s : 2.0 - s, 1e-11);
    EXPECT_NEAR(std::abs(ball.v()[0]), 10.0, 1e-13);
  }
  EXPECT_EQ(simulation.impacts(), 30);
}

/// A bar lands flat: one event of two contacts. The second of two balls hits within the bracket of the first.
TEST(AnyOrderEvents, ContactsThatCloseTogetherAreOneEvent) {
  Model model(0.0, 1.5);
  const double l = 0.5;
  auto& bar =
      model.add<LagrangianDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix(Vector{{2.0, 0.3}}.asDiagonal()));
  bar.setFExt(Vector{{-4.0, 0.0}});
  for (const double arm : {l, -l})
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(Matrix{{1.0, arm}}), bar);
  auto& late = model.add<LagrangianDS>(scalar(1.0 + 1e-9), scalar(0.0), one);
  late.setFExt(scalar(-2.0));
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), late);
  model.setScales({1.0, 1.0, 1.0});
  AnyOrderTimeStepping simulation(model, TimeDiscretisation(0.0, 0.4), Bs3());
  ASSERT_GT(simulation.bracketLength(0.4), 1e-8);
  simulation.run();
  EXPECT_EQ(simulation.impacts(), 1);
  EXPECT_NEAR(bar.q()[0], 0.5 - 0.25, 1e-4);
  EXPECT_NEAR(bar.q()[1], 0.0, 1e-15);
  EXPECT_NEAR(late.q()[0], 0.25, 1e-4);
}

/// A bar rocks on its two ends to rest: two sequences of impacts that accumulate together.
TEST(AnyOrderEvents, ABarRattlesToRestOnBothEnds) {
  Model model(0.0, 6.0);
  const double l = 1.0, m = 1.0, J = 1.0 / 3.0;
  auto& bar =
      model.add<LagrangianDS>(Vector{{0.3, 0.25}}, Vector::Zero(2), Matrix(Vector{{m, J}}.asDiagonal()));
  bar.setFExt(Vector{{-m * gravity, 0.0}});
  std::array<Interaction*, 2> ends{};
  for (const int side : {0, 1})
    ends[static_cast<std::size_t>(side)] =
        &model.link(NewtonImpactNSL(0.4), LagrangianLinearTIR(Matrix{{1.0, side == 0 ? l : -l}}), bar);
  model.setScales({1.0, 1.0, 1.0});
  AnyOrderTimeStepping simulation(model, TimeDiscretisation(0.0, 0.05), Dopri5());
  simulation.run();
  EXPECT_NEAR(bar.q().norm(), 0.0, 1e-9);
  EXPECT_NEAR(bar.v().norm(), 0.0, 1e-12);
  for (const Interaction* end : ends) EXPECT_NEAR(end->lambda()[0], 0.5 * m * gravity, 1e-9);
}

/// A contact that approaches at the start is struck in the first bracket.
TEST(AnyOrderEvents, AnImpactAtTheStartTakesPlace) {
  Model model(0.0, 0.5);
  auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(-1.0), one);
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  model.setScales({1.0, 1.0, 1.0});
  AnyOrderTimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.run();
  EXPECT_EQ(simulation.impacts(), 1);
  EXPECT_NEAR(ball.q()[0], 0.25, 1e-8);
  EXPECT_NEAR(ball.v()[0], 0.5, 1e-15);
}

/// A body in space with a pivot falls on a stop, bounces to rest on it, and is where event-driven simulation has it.
TEST(AnyOrderEvents, APendulumInSpaceBouncesOnItsStopAndRests) {
  const auto stopped = [](PhysicalPendulum& pendulum) -> const Interaction& {
    return pendulum.model.link(NewtonImpactNSL(0.5), JointStopR(pendulum.joint, 0, StopSide::lower, -0.6),
                               pendulum.body);
  };
  PhysicalPendulum exact(1.0, 4.0);
  stopped(exact);
  SmoothOptions accurate;
  accurate.relativeTolerance = 1e-12;
  accurate.absoluteTolerance = 1e-13;
  EventDriven reference(exact.model, TimeDiscretisation(0.0, 0.02), Hem5(accurate));
  PhysicalPendulum pendulum(1.0, 4.0);
  const Interaction& stop = stopped(pendulum);
  AnyOrderTimeStepping simulation(pendulum.model, TimeDiscretisation(0.0, 0.02), Hem5());
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    while (reference.time() < simulation.time() - 1e-9 || reference.step() < simulation.step()) {
      reference.computeOneStep();
      reference.nextStep();
    }
    EXPECT_NEAR(pendulum.angle(), exact.angle(), 1e-8) << simulation.time();
    EXPECT_LE(pendulum.violation(), 1e-9) << simulation.time();
  }
  EXPECT_GT(simulation.impacts(), 10);
  EXPECT_NEAR(pendulum.angle(), 0.4, 1e-9);
  EXPECT_NEAR(pendulum.rate(), 0.0, 1e-12);
  EXPECT_NEAR(stop.lambda()[0], PhysicalPendulum::weightMoment * std::sin(0.4), 1e-8);
}

}  // namespace
}  // namespace nsds::test::any_order_events_test
