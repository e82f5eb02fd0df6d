// What users change between events, and what events have to be looked for though nothing moves.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>
#include <string>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"

namespace nsds::test::event_driven_changes_test {
namespace {

/// A ball at rest on the ground.
struct RestingBall {
  explicit RestingBall(double T) : model(0.0, T) {
    ball = &model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
    ball->setFExt(scalar(-g));
    model.setScales({1.0, std::sqrt(1.0 / g), 1.0});
    contact = &model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(one), *ball);
  }
  Model model;
  LagrangianDS* ball;
  Interaction* contact;
};

TEST(EventDrivenChanges, ARestingBallThatIsThrownFlies) {
  for (const bool project : {false, true}) {
    RestingBall m(2.0);
    std::unique_ptr<SmoothIntegrator> smooth;
    if (project)
      smooth = std::make_unique<Hem5>();
    else
      smooth = std::make_unique<Dopri5>();
    EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.01), std::move(smooth));
    simulation.addTimeEvent(0.5, [&](EventDriven&) { m.ball->setV(scalar(2.0)); });
    double highest = 0.0;
    simulation.run([&](const Simulation&) { highest = std::max(highest, m.ball->q()[0]); });
    EXPECT_NEAR(highest, 2.0 / g, 1e-3);
    EXPECT_NEAR(m.ball->q()[0], 0.0, 1e-10);
    EXPECT_NEAR(m.contact->lambda()[0], g, 1e-9);
  }
}

TEST(EventDrivenChanges, ARestingBallThatIsLiftedFallsAndOneThatIsPushedInIsRefused) {
  RestingBall m(2.0);
  EventDriven simulation(m.model, TimeDiscretisation(0.0, 0.01), Dopri5());
  simulation.addTimeEvent(0.5, [&](EventDriven&) { m.ball->setQ(scalar(1.0)); });
  simulation.addTimeEvent(1.5, [&](EventDriven&) { m.ball->setQ(scalar(-0.1)); });
  double impact = 0.0;
  EXPECT_THROW(
      {
        while (simulation.hasNextEvent()) {
          simulation.computeOneStep();
          if (simulation.event() == EventKind::impact) impact = simulation.time();
          simulation.nextStep();
        }
      },
      InvalidArgument);
  EXPECT_NEAR(impact, 0.5 + std::sqrt(2.0 / g), 1e-12);
}

/// A state between an event of the user's and the step that takes up what it changed.
TEST(EventDrivenChanges, AStateBehindAnEventRemembersThatThingsMayHaveChanged) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  double floor = 0.0;
  model.link(NewtonImpactNSL(0.0),
             LagrangianScleronomousR(
                 1, [&](VectorConstRef q, VectorRef y) { y[0] = q[0] - floor; },
                 [](VectorConstRef, MatrixRef H) { H.setOnes(); }),
             ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.addTimeEvent(0.25, [&](EventDriven&) { floor = -10.0; });
  const auto step = [&] {
    simulation.computeOneStep();
    const EventKind kind = simulation.event();
    simulation.nextStep();
    return kind;
  };
  while (step() != EventKind::user) {
  }
  const State behind = model.state();
  for (int run = 0; run < 2; ++run) {
    simulation.run();
    EXPECT_NEAR(ball.q()[0], -0.5 * g * 0.75 * 0.75, 1e-12) << run;
    model.setState(behind);
  }
}

TEST(EventDrivenChanges, ASavedStateTellsItsLastEvent) {
  // A ball of 1 kg falls from 1 m and bounces with e = 0.5: the impulse is 1.5 sqrt(2 g).
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  Interaction& contact = model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  simulation.initialize();
  do {
    simulation.computeOneStep();
    simulation.nextStep();
  } while (simulation.event() != EventKind::impact);
  const State impact = model.state();
  simulation.computeOneStep();
  simulation.nextStep();
  ASSERT_EQ(simulation.event(), EventKind::sampling);
  ASSERT_TRUE(simulation.eventInteractions().empty());
  model.setState(impact);
  EXPECT_EQ(simulation.event(), EventKind::impact);
  ASSERT_EQ(simulation.eventInteractions().size(), 1U);
  EXPECT_EQ(simulation.eventInteractions().front(), &contact);
  EXPECT_NEAR(simulation.impulse(contact)[0], 1.5 * std::sqrt(2.0 * g), 1e-8);
  EXPECT_EQ(model.state(), impact);
}

TEST(EventDrivenChanges, AFloorThatStopsLetsGo) {
  // It rises at 2 m/s until t = 0.5: what stood on it flies on.
  Model model(0.0, 1.0);
  double rising = 2.0;  // the velocity of the floor
  auto& ball = model.add<LagrangianDS>(scalar(0.0), scalar(2.0), one);
  ball.setFExt(scalar(-g));
  model.link(
      NewtonImpactNSL(0.0),
      LagrangianRheonomousR(
          1, [](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - 2.0 * std::min(t, 0.5); },
          [&](double, VectorConstRef, VectorRef rate) { rate[0] = -rising; },
          [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; })
          .setCurvature([](double, VectorConstRef, VectorConstRef, VectorRef gamma) { gamma[0] = 0.0; }),
      ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 1e-3), Mdop5());
  simulation.addTimeEvent(0.5, [&](EventDriven&) { rising = 0.0; });
  double highest = 0.0;
  simulation.run([&](const Simulation&) { highest = std::max(highest, ball.q()[0]); });
  EXPECT_NEAR(highest, 1.0 + 2.0 / g, 1e-5);
}

/// A mass slides at 3 m/s on level ground that turns into a slope at x = 1; where the normal jumps is an
/// event of the user's, who says which of the two planes holds from there on.
struct Kink {
  explicit Kink(double angle) : model(0.0, 0.6) {
    mass = &model.add<LagrangianDS>(Vector{{0.0, 0.0}}, Vector{{3.0, 0.0}}, Matrix(Matrix::Identity(2, 2)));
    mass->setFExt(Vector{{0.0, -g}});
    const auto normal = [this, angle] {
      return beyond ? Vector{{-std::sin(angle), std::cos(angle)}} : Vector{{0.0, 1.0}};
    };
    ground = &model.link(
        NewtonImpactNSL(0.0),
        LagrangianScleronomousR(
            1,
            [normal](VectorConstRef q, VectorRef y) {
              y[0] = normal().dot(Vector{{q[0] - 1.0, q[1]}});
            },
            [normal](VectorConstRef, MatrixRef H) { H = normal().transpose(); })
            .setCurvature([](VectorConstRef, VectorConstRef, VectorRef gamma) { gamma[0] = 0.0; }),
        *mass);
    simulation = std::make_unique<EventDriven>(model, TimeDiscretisation(0.0, 0.05), Dopri5());
    simulation->addStateEvent([this](double) { return 1.0 - mass->q()[0]; },
                              [this](EventDriven&) { beyond = true; });
  }
  bool beyond = false;
  Model model;
  LagrangianDS* mass;
  Interaction* ground;
  std::unique_ptr<EventDriven> simulation;
};

TEST(EventDrivenChanges, AConcaveJumpOfTheNormalIsAnImpact) {
  const double angle = 0.4;
  Kink kink(angle);
  kink.simulation->run();
  // What the velocity had along the slope stays, slowed by gravity.
  const double along = 3.0 * std::cos(angle);
  const double t = 0.6 - 1.0 / 3.0;
  const double way = along * t - 0.5 * g * std::sin(angle) * t * t;
  EXPECT_NEAR(kink.mass->q()[0], 1.0 + way * std::cos(angle), 1e-10);
  EXPECT_NEAR(kink.mass->q()[1], way * std::sin(angle), 1e-10);
  EXPECT_NEAR(kink.ground->lambda()[0], g * std::cos(angle), 1e-9);
}

TEST(EventDrivenChanges, AConvexJumpOfTheNormalIsATakeOffAndALanding) {
  const double angle = -0.3;
  Kink kink(angle);
  bool flew = false;
  const double fall = 2.0 * 3.0 * std::tan(-angle) / g;  // of the flight, y = x tan(angle)
  kink.simulation->run([&](const Simulation& s) {
    const double t = s.time() - 1.0 / 3.0;
    if (t <= 1e-9 || t >= fall - 1e-9) return;
    flew = true;
    EXPECT_NEAR(kink.mass->q()[1], -0.5 * g * t * t, 1e-10);
    EXPECT_EQ(kink.ground->lambda()[0], 0.0);
  });
  EXPECT_TRUE(flew);
  EXPECT_NEAR(kink.ground->lambda()[0], g * std::cos(angle), 1e-9);
  const double vx = 3.0, vy = -g * fall;
  const double along = vx * std::cos(angle) + vy * std::sin(angle);
  const double t = 0.6 - 1.0 / 3.0 - fall;
  const double way = along * t - 0.5 * g * std::sin(angle) * t * t;
  EXPECT_NEAR(kink.mass->q()[0], 1.0 + vx * fall + way * std::cos(angle), 1e-9);
}

TEST(EventDrivenChanges, ALoadThatOutgrowsTheWeightIsSeenThoughNothingMoves) {
  // F = 1.5 m g sin(pi (t - 2) / 3) for 2 < t < 5; the steps of a body at rest would grow over it.
  for (const double T : {10.0, 100.0}) {
    RestingBall m(T);
    m.ball->setFExt([](double t, VectorRef force) {
      force[0] = -g + (t > 2.0 && t < 5.0 ? 1.5 * g * std::sin(std::numbers::pi * (t - 2.0) / 3.0) : 0.0);
    });
    EventDriven simulation(m.model, TimeDiscretisation(0.0, 1.0), Dopri5());
    simulation.initialize();
    while (simulation.event() != EventKind::opening && simulation.hasNextEvent()) {
      simulation.computeOneStep();
      if (simulation.event() == EventKind::opening) break;
      simulation.nextStep();
    }
    EXPECT_EQ(simulation.event(), EventKind::opening);
    EXPECT_NEAR(simulation.time(), 2.0 + 3.0 / std::numbers::pi * std::asin(2.0 / 3.0), 1e-8);
  }
}

TEST(EventDrivenChanges, EveryRootOfAStateEventIsFoundOnce) {
  Model model(0.0, 2.0);
  model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
  model.setScales({1.0, 1.0, 1.0});
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5());
  std::vector<double> times;
  simulation.addStateEvent([](double t) { return std::sin(2.0 * std::numbers::pi * (t + 0.01) / 0.1); },
                           [&](EventDriven& s) { times.push_back(s.time()); });
  int together = 0;  // a second event with the same roots
  simulation.addStateEvent([](double t) { return std::sin(2.0 * std::numbers::pi * (t + 0.01) / 0.1); },
                           [&](EventDriven&) { ++together; });
  simulation.run();
  ASSERT_EQ(times.size(), 20U);
  EXPECT_EQ(together, 20);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(times[i], 0.04 + 0.1 * static_cast<double>(i), 1e-12) << i;
}

TEST(EventDrivenChanges, AnErrorInAStateEventKeepsTheStateAndCanBeRepeated) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5());
  int calls = 0;
  simulation.addStateEvent([&](double) {
    if (++calls == 7) throw Error("once");
    return 1.0;
  });
  simulation.initialize();
  int failures = 0;
  int impacts = 0;
  double first = 0.0;
  while (simulation.hasNextEvent()) {
    const Vector q = ball.q();
    const double t = simulation.time();
    try {
      simulation.computeOneStep();
    } catch (const Error&) {
      ++failures;
      EXPECT_EQ(Vector(ball.q()), q);
      EXPECT_EQ(simulation.time(), t);
      continue;
    }
    if (simulation.event() == EventKind::impact && impacts++ == 0) first = simulation.time();
    simulation.nextStep();
  }
  EXPECT_EQ(failures, 1);
  EXPECT_NEAR(first, std::sqrt(2.0 / g), 1e-12);
}

TEST(EventDrivenChanges, FeetThatShareALoadInManyWaysCarryItInOne) {
  // Three feet in a line under a load beside the middle: two carry it, none pulls.
  Model model(0.0, 1.0);
  const double m = 1.0;
  auto& block =
      model.add<LagrangianDS>(Vector::Zero(2), Vector::Zero(2), Matrix(Vector{{m, 1.0}}.asDiagonal()));
  block.setFExt(Vector{{-m * g, 0.9 * m * g}});
  std::vector<Interaction*> feet;
  for (const double x : {-1.0, 0.0, 1.0})
    feet.push_back(&model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0, x}}), block));
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Mdop5());
  simulation.run([&](const Simulation&) {
    double sum = 0.0;
    double moment = 0.0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double force = feet[i]->lambda()[0];
      EXPECT_GE(force, 0.0);
      sum += force;
      moment += force * (static_cast<double>(i) - 1.0);
    }
    EXPECT_NEAR(sum, m * g, 1e-9);
    EXPECT_NEAR(moment, -0.9 * m * g, 1e-9);
  });
  EXPECT_EQ(simulation.events(), 0);
}

TEST(EventDrivenChanges, AGuidedBlockIsNoParadox) {
  // The foot's friction would turn the block under itself, were it not guided.
  for (const double slip : {-1.0, 1.0}) {
    Model model(0.0, 0.01);
    const double mu = 3.0;
    auto& block = model.add<LagrangianDS>(Vector{{0.0, 1.0, 0.0}}, Vector{{slip, 0.0, 0.0}},
                                          Matrix(Vector{{1.0, 1.0, 0.1}}.asDiagonal()));
    block.setFExt(Vector{{0.0, -g, 0.0}});
    model.link(NewtonImpactFrictionNSL(0.0, 0.0, mu, 2),
               LagrangianLinearTIR(Matrix{{0.0, 1.0, 0.5}, {1.0, 0.0, 1.0}}, Vector{{-1.0, 0.0}}), block);
    model.link(EqualityConditionNSL(1), LagrangianLinearTIR(Matrix{{0.0, 0.0, 1.0}}), block);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.01), Mdop5());
    simulation.run();
    EXPECT_NEAR(block.v()[0], slip - std::copysign(mu * g * 0.01, slip), 1e-10);
  }
}

TEST(EventDrivenChanges, ForcesWithoutCurvatureAreThoseWithIt) {
  // A joint that is shaken, for durations that say nothing of its frequency: force m (0.1 cos(w t))''.
  const double w = 50.0;
  for (const double T : {1.0, 100.0}) {
    Model model(0.0, T);
    auto& mass = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);
    const Interaction& joint = model.link(
        EqualityConditionNSL(1),
        LagrangianRheonomousR(
            1, [w](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - 0.1 * (1.0 - std::cos(w * t)); },
            [w](double t, VectorConstRef, VectorRef rate) { rate[0] = -0.1 * w * std::sin(w * t); },
            [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; }),
        mass);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.01), Mdop5());
    simulation.initialize();
    for (int i = 0; i < 50; ++i) {
      simulation.computeOneStep();
      simulation.nextStep();
      EXPECT_NEAR(joint.lambda()[0], 0.1 * w * w * std::cos(w * simulation.time()), 1e-3) << T;
    }
  }
}

TEST(EventDrivenChanges, ConstraintsInAnyUnitAreProjectedToTheirRounding) {
  // g = |q|^2 - L^2 has the unit of an area.
  for (const double L : {1e-3, 1.0, 1e3}) {
    Model model(0.0, std::sqrt(L / g));
    auto& mass = model.add<LagrangianDS>(Vector{{L, 0.0}}, Vector::Zero(2), Matrix(Matrix::Identity(2, 2)));
    mass.setFExt(Vector{{0.0, -g}});
    model.link(EqualityConditionNSL(1),
               LagrangianScleronomousR(
                   1, [L](VectorConstRef q, VectorRef y) { y[0] = q.squaredNorm() - L * L; },
                   [](VectorConstRef q, MatrixRef H) { H = 2.0 * q.transpose(); }),
               mass);
    EventDriven simulation(model, TimeDiscretisation(0.0, model.T()), Mdop5());
    simulation.run();
    EXPECT_NEAR(mass.q().norm() / L, 1.0, 1e-7) << L;
  }
}

}  // namespace
}  // namespace nsds::test::event_driven_changes_test
