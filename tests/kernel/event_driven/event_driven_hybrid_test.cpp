// Hybrid mode: the end of accumulations of impacts by event-capturing, back to events afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nsds/kernel.hpp>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"

namespace nsds::test::event_driven_hybrid_test {
namespace {

/// A simulation that hands over when intervals fall below a part of the time scale.
struct Hybrid {
  Hybrid(Model& model, double sampling, double interval, double step = 0.0)
      : simulation(model, TimeDiscretisation(model.t0(), sampling),
                   Phem56({.relativeTolerance = 1e-11, .absoluteTolerance = 1e-12})) {
    EventOptions options;
    options.accumulationInterval = interval / model.scales().time;
    options.captureStep = step;
    simulation.setEventOptions(options);
  }
  /// Events one by one; `each` is called behind every one.
  void run(const std::function<void()>& each = [] {}) {
    simulation.initialize();
    while (simulation.hasNextEvent()) {
      simulation.computeOneStep();
      const bool accumulation = simulation.event() == EventKind::accumulation;
      if (accumulation) ends.push_back(simulation.time());
      if (!begun && simulation.event() == EventKind::impact) lastImpact = simulation.time();
      simulation.nextStep();
      begun = begun || simulation.capturing();
      each();
    }
  }
  EventDriven simulation;
  std::vector<double> ends;  // of accumulations
  double lastImpact = 0.0;   // before the first of them is captured
  bool begun = false;
};

TEST(EventDrivenHybrid, TheEndOfABouncingBallsImpactsIsWhereTheirSumIs) {
  for (const double e : {0.2, 0.5, 0.8, 0.95}) {
    // Falls from h for t1, flies 2 e^k t1: at rest at t1 (1 + e) / (1 - e).
    const double fall = std::sqrt(2.0 / g);
    const double end = fall * (1.0 + e) / (1.0 - e);
    for (const double interval : {1e-6, 1e-2}) {
      Model model(0.0, 1.2 * end);
      auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), Matrix(3.0 * one));
      ball.setFExt(scalar(-3.0 * g));
      const Interaction& contact = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
      Hybrid hybrid(model, 0.1 * end, interval);
      double captured = 0.0, before = 0.0, begin = 0.0;
      hybrid.run([&] {
        if (hybrid.simulation.capturing() && begin == 0.0) {
          before = ball.v()[0];
          begin = hybrid.simulation.time();
        }
        if (hybrid.simulation.event() == EventKind::accumulation)
          captured = hybrid.simulation.impulse(contact)[0];
      });
      ASSERT_EQ(hybrid.ends.size(), 1U) << e;
      // What flies for two steps of the fifty of the first flight is not followed any more.
      EXPECT_LE(std::abs(hybrid.ends[0] - end), 0.06 * (end - hybrid.lastImpact)) << e;
      EXPECT_NEAR(captured, 3.0 * (g * (hybrid.ends[0] - begin) - before), 1e-9);
      EXPECT_NEAR(ball.q()[0], 0.0, 1e-10);
      EXPECT_NEAR(ball.v()[0], 0.0, 1e-15);
      EXPECT_NEAR(contact.lambda()[0], 3.0 * g, 1e-9);
    }
  }
}

TEST(EventDrivenHybrid, TheEndConvergesWithTheStep) {
  const double e = 0.6;
  const double end = std::sqrt(2.0 / g) * (1.0 + e) / (1.0 - e);
  std::vector<double> errors;
  for (const double step : {2e-4, 1e-4, 5e-5, 2.5e-5, 1.25e-5}) {
    Model model(0.0, 1.2 * end);
    auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    ball.setFExt(scalar(-g));
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
    Hybrid hybrid(model, end, 2e-2, step);
    hybrid.run();
    ASSERT_EQ(hybrid.ends.size(), 1U);
    errors.push_back(std::abs(hybrid.ends[0] - end));
    EXPECT_LE(errors.back(), 8.0 * step / (1.0 - e));
  }
  EXPECT_LT(errors.back(), 0.2 * errors.front());
}

TEST(EventDrivenHybrid, FrictionRubsThroughTheAccumulation) {
  // Sliding throughout: the impulses of all impacts and of rest are m g t, and so v = v0 - mu g t.
  const double mu = 0.2, m = 2.0, v0 = 20.0, e = 0.7;
  for (const double interval : {1e-6, 1e-1}) {
    Model model(0.0, 4.0);
    auto& ball =
        model.add<LagrangianDS>(Vector{{0.0, 1.0}}, Vector{{v0, 0.0}}, Matrix(m * Matrix::Identity(2, 2)));
    ball.setFExt(Vector{{0.0, -m * g}});
    model.link(NewtonImpactFrictionNSL(e, 0.0, mu, 2), LagrangianLinearTIR(normalFirst), ball);
    Hybrid hybrid(model, 0.5, interval);
    hybrid.run();
    ASSERT_EQ(hybrid.ends.size(), 1U);
    EXPECT_NEAR(ball.v()[0], v0 - mu * g * 4.0, 1e-9) << interval;
    EXPECT_NEAR(ball.q()[1], 0.0, 1e-10);
  }
}

/// In a groove of two planes at right angles: along either normal the ball bounces as on one plane.
TEST(EventDrivenHybrid, ContactsAccumulateOneAfterTheOtherAndBothRest) {
  const double s = std::sqrt(0.5), gravity = s * g, e = 0.6, left = 0.3, right = 0.5;
  const auto end = [&](double d) { return std::sqrt(2.0 * d / gravity) * (1.0 + e) / (1.0 - e); };
  Model model(0.0, 1.1 * end(right));
  auto& ball = model.add<LagrangianDS>(Vector{{s * (left - right), s * (left + right)}}, Vector::Zero(2),
                                       Matrix(Matrix::Identity(2, 2)));
  ball.setFExt(Vector{{0.0, -g}});
  const Interaction& first = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{s, s}}), ball);
  const Interaction& second = model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{-s, s}}), ball);
  Hybrid hybrid(model, 0.1, 1e-4);
  hybrid.run();
  ASSERT_EQ(hybrid.ends.size(), 2U);
  EXPECT_NEAR(hybrid.ends[0], end(left), 2e-5);
  EXPECT_NEAR(hybrid.ends[1], end(right), 2e-5);
  EXPECT_NEAR(ball.q().norm(), 0.0, 1e-9);
  EXPECT_NEAR(ball.v().norm(), 0.0, 1e-12);
  EXPECT_NEAR(first.lambda()[0], gravity, 1e-9);
  EXPECT_NEAR(second.lambda()[0], gravity, 1e-9);
}

/// A ball bounces on a raft that lies on the ground and is held by a spring to the side.
TEST(EventDrivenHybrid, WhatElseIsClosedStaysClosedAndWhatMovesMovesOn) {
  const double e = 0.5, m = 0.5, M = 4.0, k = 30.0, a = 0.3;
  const double end = std::sqrt(2.0 / g) * (1.0 + e) / (1.0 - e);
  Model model(0.0, 1.2 * end);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), Matrix(m * one));
  ball.setFExt(scalar(-m * g));
  auto& raft = model.add<LagrangianDS>(Vector{{a, 0.0}}, Vector::Zero(2), Matrix(M * Matrix::Identity(2, 2)));
  raft.setFInt([=](double, VectorConstRef q, VectorConstRef, VectorRef f) { f << k * q[0], M * g; },
               [=](double, VectorConstRef, VectorConstRef, MatrixRef K) { K << k, 0.0, 0.0, 0.0; },
               [](double, VectorConstRef, VectorConstRef, MatrixRef C) { C.setZero(); });
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{1.0, 0.0, -1.0}}), ball, raft);
  const Interaction& ground = model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), raft);
  Hybrid hybrid(model, 0.01, 1e-2);
  const double omega = std::sqrt(k / M);
  int inside = 0;
  hybrid.run([&] {
    const double t = hybrid.simulation.time();
    EXPECT_NEAR(raft.q()[0], a * std::cos(omega * t), 1e-6);
    EXPECT_NEAR(raft.q()[1], 0.0, 1e-10);
    inside += hybrid.simulation.capturing() ? 1 : 0;
  });
  EXPECT_GT(inside, 1);
  ASSERT_EQ(hybrid.ends.size(), 1U);
  EXPECT_NEAR(hybrid.ends[0], end, 1e-3);
  EXPECT_NEAR(ground.lambda()[0], (m + M) * g, 1e-8);
}

/// A mass on a rigid rod that turns about the origin falls on a stop.
TEST(EventDrivenHybrid, JointsHoldMeanwhile) {
  const double e = 0.5;
  Model model(0.0, 3.0);
  auto& mass = model.add<LagrangianDS>(Vector{{std::cos(0.7), std::sin(0.7)}}, Vector::Zero(2),
                                       Matrix(2.0 * Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -2.0 * g}});
  const Interaction& rod =
      model.link(EqualityConditionNSL(1),
                 LagrangianScleronomousR(
                     1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                     [](VectorConstRef q, MatrixRef H) { H = q.transpose(); })
                     .setCurvature([](VectorConstRef, VectorConstRef v, VectorRef gamma) {
                       gamma[0] = v.squaredNorm();
                     }),
                 mass);
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(Matrix{{0.0, 1.0}}), mass);
  Hybrid hybrid(model, 0.05, 1e-2);
  double energy = 2.0 * g, worst = 0.0;
  int inside = 0;
  hybrid.run([&] {
    const double now = 0.5 * 2.0 * mass.v().squaredNorm() + 2.0 * g * mass.q()[1];
    EXPECT_LE(now, energy + 1e-9);
    energy = now;
    worst = std::max(worst, std::abs(rod.y()[0]));
    inside += hybrid.simulation.capturing() ? 1 : 0;
  });
  EXPECT_GT(inside, 0);
  EXPECT_EQ(hybrid.ends.size(), 1U);
  EXPECT_LE(worst, 1e-9);
  EXPECT_NEAR(mass.q()[0], 1.0, 1e-9);
  EXPECT_NEAR(mass.v().norm(), 0.0, 1e-12);
}

/// Beads above each other fall to the ground: chains of impacts that accumulate together.
TEST(EventDrivenHybrid, AColumnOfBeadsComesToRestWithoutGainingEnergy) {
  constexpr Index n = 4;
  Model model(0.0, 3.0);
  Vector q0(n);
  for (Index i = 0; i < n; ++i) q0[i] = 0.3 * static_cast<double>(i + 1) + 0.02 * static_cast<double>(i * i);
  auto& beads = model.add<LagrangianDS>(q0, Vector::Zero(n), Matrix(Matrix::Identity(n, n)));
  beads.setFExt(Vector(Vector::Constant(n, -g)));
  std::vector<const Interaction*> contacts;
  for (Index i = 0; i < n; ++i) {
    Matrix H = Matrix::Zero(1, n);
    H(0, i) = 1.0;
    if (i > 0) H(0, i - 1) = -1.0;
    contacts.push_back(&model.link(NewtonImpactNSL(0.4), LagrangianLinearTIR(H, i > 0 ? -0.1 : 0.0), beads));
  }
  Hybrid hybrid(model, 0.05, 1e-4);
  double energy = g * q0.sum();
  hybrid.run([&] {
    const double now = 0.5 * beads.v().squaredNorm() + g * beads.q().sum();
    EXPECT_LE(now, energy + 1e-8);
    energy = now;
  });
  EXPECT_GE(hybrid.ends.size(), 1U);
  EXPECT_NEAR(beads.v().norm(), 0.0, 1e-10);
  for (Index i = 0; i < n; ++i) {
    EXPECT_NEAR(beads.q()[i], 0.1 * static_cast<double>(i), 1e-9) << i;
    EXPECT_NEAR(contacts[static_cast<std::size_t>(i)]->lambda()[0], g * static_cast<double>(n - i), 1e-8);
  }
}

/// A load that lifts the ball in the middle of the accumulation ends it; the flight is exact from there.
TEST(EventDrivenHybrid, AnEventOfTheUserEndsItAndTheFlightGoesOn) {
  const double e = 0.8, fall = std::sqrt(2.0 / g), end = fall * (1.0 + e) / (1.0 - e), lift = 0.999 * end;
  Model model(0.0, end + 1.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
  Hybrid hybrid(model, 10.0, 2e-2);
  double height = -1.0, speed = 0.0;
  hybrid.simulation.addTimeEvent(lift, [&](EventDriven& simulation) {
    EXPECT_TRUE(simulation.capturing());
    ball.setFExt(scalar(1.0));
    height = ball.q()[0];
    speed = ball.v()[0];
  });
  hybrid.run();
  EXPECT_TRUE(hybrid.ends.empty());
  // Where it was going down it may have touched the ground once more.
  double t = end + 1.0 - lift;
  height = std::max(height, 0.0);
  if (speed < 0.0 && speed * speed > 2.0 * height) {
    const double touch = -std::sqrt(speed * speed - 2.0 * height);
    t -= touch - speed;
    height = 0.0;
    speed = -e * touch;
  }
  EXPECT_NEAR(ball.q()[0], height + speed * t + 0.5 * t * t, 1e-9);
  EXPECT_FALSE(hybrid.simulation.capturing());
}

/// Wherever in the captured steps an event of the user's ends them, what they left of penetrations is taken
/// back.
TEST(EventDrivenHybrid, AnEventOfTheUserMayEndItAtAnyInstant) {
  const double e = 0.5, fall = std::sqrt(2.0 / g), end = fall * (1.0 + e) / (1.0 - e);
  int within = 0;
  for (int k = 1; k <= 60; ++k) {
    Model model(0.0, end + 0.1);
    auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    ball.setFExt(scalar(-g));
    model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
    Hybrid hybrid(model, 10.0, 2e-2);
    hybrid.simulation.addTimeEvent(end - 0.03 * k / 60.0, [&](EventDriven& simulation) {
      if (simulation.capturing()) ++within;
      ball.setFExt(scalar(-g));
    });
    ASSERT_NO_THROW(hybrid.run()) << k;
    EXPECT_NEAR(ball.q()[0], 0.0, 1e-10) << k;
    EXPECT_NEAR(ball.v()[0], 0.0, 1e-10) << k;
  }
  EXPECT_GT(within, 10);
}

/// A block on two feet with friction falls on one of them and rocks to rest: its corners take turns.
TEST(EventDrivenHybrid, ARockingBlockLiesDownAndSlidesAsMomentumSays) {
  const double a = 0.6, b = 0.3, m = 2.0, J = 0.4, mu = 0.3, e = 0.4, v0 = 9.0, T = 2.0;
  Model model(0.0, T);
  auto& block = model.add<LagrangianDS>(Vector{{0.0, 0.45, 0.2}}, Vector{{v0, 0.0, 0.0}},
                                        Matrix(Vector{{m, m, J}}.asDiagonal()));
  block.setFExt(Vector{{0.0, -m * g, 0.0}});
  std::vector<const Interaction*> corners;
  for (const double side : {-1.0, 1.0}) {
    corners.push_back(&model.link(NewtonImpactFrictionNSL(e, 0.0, mu, 2),
                                  LagrangianScleronomousR(
                                      2,
                                      [=](VectorConstRef q, VectorRef y) {
                                        y << q[1] + side * a * std::sin(q[2]) - b * std::cos(q[2]),
                                            q[0] + side * a * std::cos(q[2]) + b * std::sin(q[2]);
                                      },
                                      [=](VectorConstRef q, MatrixRef H) {
                                        const double s = std::sin(q[2]), c = std::cos(q[2]);
                                        H << 0.0, 1.0, side * a * c + b * s, 1.0, 0.0, -side * a * s + b * c;
                                      })
                                      .setCurvature([=](VectorConstRef q, VectorConstRef v, VectorRef gamma) {
                                        const double s = std::sin(q[2]), c = std::cos(q[2]), w2 = v[2] * v[2];
                                        gamma << (-side * a * s + b * c) * w2, (-side * a * c - b * s) * w2;
                                      }),
                                  block));
  }
  Hybrid hybrid(model, 0.02, 1e-4);
  double energy = m * g * 0.45 + 0.5 * m * v0 * v0;
  hybrid.run([&] {
    const double now = block.kineticEnergy() + m * g * block.q()[1];
    EXPECT_LE(now, energy + 1e-7);
    energy = now;
  });
  EXPECT_GE(hybrid.ends.size(), 1U);
  // Slipping all the time: the impulses along the ground are mu times those of the ground, m g T.
  EXPECT_NEAR(block.v()[0], v0 - mu * g * T, 1e-7);
  EXPECT_NEAR(block.q()[1], b, 1e-9);
  EXPECT_NEAR(block.q()[2], 0.0, 1e-9);
  EXPECT_NEAR(corners[0]->lambda()[0] + corners[1]->lambda()[0], m * g, 1e-8);
}

/// The floor drops away while the ball's bounces on it accumulate: no contact comes to rest, a flight begins.
TEST(EventDrivenHybrid, ContactsThatPartAgainAreLeftToEvents) {
  const double e = 0.8, fall = std::sqrt(2.0 / g), end = fall * (1.0 + e) / (1.0 - e), drops = end - 0.02;
  const double a = 3.0 * g;  // of the floor, downwards, from `drops` on
  Model model(0.0, end + 0.1);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setFExt(scalar(-g));
  const auto floor = [=](double t) { return t > drops ? -0.5 * a * (t - drops) * (t - drops) : 0.0; };
  const auto speed = [=](double t) { return t > drops ? -a * (t - drops) : 0.0; };
  const Interaction& contact =
      model.link(NewtonImpactNSL(e),
                 LagrangianRheonomousR(
                     1, [=](double t, VectorConstRef q, VectorRef y) { y[0] = q[0] - floor(t); },
                     [=](double t, VectorConstRef, VectorRef rate) { rate[0] = -speed(t); },
                     [](double, VectorConstRef, MatrixRef H) { H(0, 0) = 1.0; }),
                 ball);
  Hybrid hybrid(model, 0.01, 5e-2);
  int inside = 0;
  hybrid.run([&] { inside += hybrid.simulation.capturing() ? 1 : 0; });
  EXPECT_GT(inside, 0);
  ASSERT_EQ(hybrid.ends.size(), 1U);
  EXPECT_FALSE(hybrid.simulation.capturing());
  EXPECT_GT(hybrid.ends[0], drops);
  // Free fall from some small bounce at `drops`.
  const double t = end + 0.1 - drops;
  EXPECT_NEAR(ball.q()[0], -0.5 * g * t * t, 0.05 * t);
  EXPECT_GT(contact.y()[0], 0.0);
}

TEST(EventDrivenHybrid, AStateTakenInTheMiddleRepeatsToTheBit) {
  Model model(0.0, 4.0);
  auto& ball =
      model.add<LagrangianDS>(Vector{{0.0, 1.0}}, Vector{{2.0, 0.0}}, Matrix(2.0 * Matrix::Identity(2, 2)));
  ball.setFExt(Vector{{0.0, -2.0 * g}});
  const Interaction& contact =
      model.link(NewtonImpactFrictionNSL(0.8, 0.0, 0.1, 2), LagrangianLinearTIR(normalFirst), ball);
  auto& load = model.add<LagrangianDS>(scalar(0.0), scalar(0.0), one);  // pressed throughout
  load.setFExt(scalar(-g));
  const Interaction& ground = model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(one), load);
  Hybrid hybrid(model, 3e-3, 5e-2);
  EventDriven& simulation = hybrid.simulation;
  simulation.initialize();
  std::vector<State> first;
  Vector impulse;
  int inside = 0;
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
    if (simulation.event() == EventKind::accumulation) impulse = simulation.impulse(contact);
  };
  while (simulation.hasNextEvent()) {
    step();
    if (simulation.capturing()) ++inside;
    if (inside >= 5) first.push_back(model.state());
    EXPECT_NEAR(ground.lambda()[0], g, 1e-9);
  }
  ASSERT_GT(inside, 10);
  const Vector expected = impulse;
  impulse.setZero();
  model.setState(first.front());
  EXPECT_TRUE(simulation.capturing());
  for (std::size_t i = 1; i < first.size(); ++i) {
    step();
    ASSERT_EQ(model.state(), first[i]) << i;
  }
  EXPECT_EQ(impulse, expected);
}

TEST(EventDrivenHybrid, AFailureInTheMiddleKeepsTheState) {
  Model model(0.0, 4.0);
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  double limit = std::numeric_limits<double>::infinity();
  ball.setFExt([&](double t, VectorRef f) { f[0] = t > limit ? std::nan("") : -g; });
  model.link(NewtonImpactNSL(0.7), LagrangianLinearTIR(one), ball);
  Hybrid hybrid(model, 0.1, 5e-2);
  EventDriven& simulation = hybrid.simulation;
  simulation.initialize();
  while (!simulation.capturing()) {
    simulation.computeOneStep();
    simulation.nextStep();
  }
  limit = simulation.time() + 1e-2;
  const double armed = simulation.time() + 5e-3;
  int fired = 0;
  simulation.addStateEvent([armed](double t) { return t - armed; }, [&](EventDriven&) { ++fired; });
  const State before = model.state();
  EXPECT_NE(errorText<Error>([&] { simulation.computeOneStep(); }), "");
  EXPECT_EQ(model.state(), before);
  limit = std::numeric_limits<double>::infinity();
  simulation.run();
  EXPECT_NEAR(ball.v()[0], 0.0, 1e-15);
  // Its function rises only: what was seen on the way to the failure is not remembered.
  EXPECT_EQ(fired, 0);
}

}  // namespace
}  // namespace nsds::test::event_driven_hybrid_test
