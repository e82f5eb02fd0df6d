// Mechanical and first-order systems in one model: alone together, and acting on each other.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <unsupported/Eigen/MatrixFunctions>

#include "kernel/models.hpp"

namespace nsds::test::mixed_order_test {
namespace {

MixedOrderOSI mixed(double theta = 0.5) {
  return {MoreauJeanOSI(theta), EulerMoreauOSI(theta)};
}

FirstOrderLinearDS& addOscillator(Model& model) {
  auto& oscillator = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, -1.0}, {1.0, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1.0}, {0.0}});
  relation.setD(Matrix{{2.0}});
  model.link(ComplementarityConditionNSL(), relation, oscillator);
  return oscillator;
}

NewtonEulerDS& addTop(Model& model) {
  Vector q(7), v(6);
  q << 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0;
  v << 1.0, 0.0, 0.0, 0.1, 2.0, 0.2;
  return model.add<NewtonEulerDS>(q, v, 1.0, Matrix(Vector{{1.0, 2.0, 2.5}}.asDiagonal()));
}

/// What has nothing to do with each other moves as it does alone, to the bit: an oscillator with a diode
/// before and behind mechanical systems, of which one turns, so that places of coordinates and velocities
/// differ.
TEST(MixedOrder, SystemsApartMoveAsAlone) {
  const double h = 1e-2;
  Trial together(0.0, 4.0);
  auto& first = addOscillator(*together.model);
  auto& top = addTop(*together.model);
  auto& ball = addBall(*together.model, 1.0);
  auto& last = addOscillator(*together.model);
  const Interaction& ground = linkGround(*together.model, ball, 0.5);
  together.simulateWith(h, mixed());

  Trial electric(0.0, 4.0);
  auto& oscillator = addOscillator(*electric.model);
  electric.simulateWith(h, EulerMoreauOSI(0.5));
  Trial mechanic(0.0, 4.0);
  auto& topAlone = addTop(*mechanic.model);
  auto& ballAlone = addBall(*mechanic.model, 1.0);
  const Interaction& groundAlone = linkGround(*mechanic.model, ballAlone, 0.5);
  mechanic.simulateWith(h, MoreauJeanOSI(0.5));

  int impacts = 0;
  int conducting = 0;
  while (together.simulation->hasNextEvent()) {
    for (Trial* run : {&together, &electric, &mechanic}) run->step();
    ASSERT_EQ(first.x(), oscillator.x());
    ASSERT_EQ(last.x(), oscillator.x());
    ASSERT_EQ(first.r(), oscillator.r());
    ASSERT_EQ(top.q(), topAlone.q());
    ASSERT_EQ(top.v(), topAlone.v());
    ASSERT_EQ(ball.q(), ballAlone.q());
    ASSERT_EQ(ball.p(), ballAlone.p());
    ASSERT_EQ(ground.lambda(), groundAlone.lambda());
    if (ground.lambda()[0] > 0.0) ++impacts;
    if (first.r()[0] != 0.0) ++conducting;
  }
  EXPECT_GT(impacts, 5);
  EXPECT_GT(conducting, 50);
}

/// A direct-current motor, L i' = U - R i - k w, turns a rotor, J w' = k i - d w. The order in h of its error
/// where the rotor is a system of this class.
template <class Rotor>
double orderOfMotor() {
  constexpr double L = 0.2, R = 1.0, k = 0.7, J = 0.3, d = 0.1, U = 2.0, T = 1.5;
  const Matrix A{{-R / L, -k / L}, {k / J, -d / J}};
  const Vector equilibrium = A.lu().solve(Vector{{-U / L, 0.0}});
  const Vector exact = equilibrium - (A * T).exp() * equilibrium;
  std::vector<double> steps;
  std::vector<double> errors;
  for (double h = 0.02; h > 1e-3; h *= 0.5) {
    Model model(0.0, T);
    auto& motor = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-R / L}});
    auto& rotor = model.add<Rotor>(Vector{{0.0}}, Vector{{0.0}}, Matrix{{J}});
    motor.setB([&](double, VectorRef b) { b[0] = (U - k * rotor.v()[0]) / L; });
    rotor.setFExt([&](double, VectorRef force) { force[0] = k * motor.x()[0] - d * rotor.v()[0]; });
    TimeStepping(model, TimeDiscretisation(0.0, h), mixed()).run();
    steps.push_back(h);
    errors.push_back(std::hypot(motor.x()[0] - exact[0], rotor.v()[0] - exact[1]));
  }
  return fitOrder(steps, errors).order;
}

/// Forces of linear systems see what the last step left, those of others what the Newton loop converges to.
TEST(MixedOrder, AMotorTurnsItsRotor) {
  EXPECT_NEAR(orderOfMotor<LagrangianLinearTIDS>(), 1.0, 0.1);
  EXPECT_NEAR(orderOfMotor<LagrangianDS>(), 2.0, 0.1);
}

/// A coil behind a rectifying diode, L i' = U sin(w t) - R i + lambda, 0 <= i, pulls a plunger from its seat
/// against a preload F0 as soon as c i^2 exceeds it, and lets it fall back after the current has ended.
TEST(MixedOrder, ACoilLiftsAPlungerWhenItsCurrentSuffices) {
  constexpr double L = 0.5, R = 1.0, U = 2.0, w = 3.0, c = 4.0, F0 = 1.0, m = 0.1;
  constexpr double T = 2.0 * std::numbers::pi / w;
  const double Z = std::hypot(R, w * L);
  const double phi = std::atan2(w * L, R);
  const auto current = [&](double t) {
    return std::max(0.0, U / Z * (std::sin(w * t - phi) + std::sin(phi) * std::exp(-R / L * t)));
  };
  double lift = 0.0;
  while (c * std::pow(current(lift), 2) < F0) lift += 1e-6;

  constexpr double h = 2e-4;
  Model model(0.0, T);
  auto& coil = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{-R / L}});
  coil.setB([&](double t, VectorRef b) { b[0] = U * std::sin(w * t) / L; });
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0 / L}}), coil);
  auto& plunger = model.add<LagrangianDS>(Vector{{0.0}}, Vector{{0.0}}, Matrix{{m}});
  plunger.setFExt([&](double, VectorRef force) { force[0] = c * std::pow(coil.x()[0], 2) - F0; });
  const Interaction& seat = model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{1.0}}), plunger);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), mixed(1.0));
  double lifted = 0.0;
  double highest = 0.0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    const double t = simulation.time();
    ASSERT_GE(coil.x()[0], -1e-12);
    ASSERT_NEAR(coil.x()[0], current(t), 5.0 * h) << t;
    if (lifted == 0.0 && seat.lambda()[0] == 0.0) lifted = t;
    if (lifted == 0.0) {
      ASSERT_NEAR(seat.lambda()[0] / h, F0 - c * std::pow(current(t), 2), 0.02) << t;
    }
    highest = std::max(highest, plunger.q()[0]);
  }
  EXPECT_NEAR(lifted, lift, 3.0 * h);
  EXPECT_GT(highest, 0.5);
  EXPECT_EQ(coil.x()[0], 0.0);  // the diode blocks
}

/// x' = -10 atan(40 x) by steps so long that full steps of Newton's method run away, beside a ball that bounces.
TEST(MixedOrder, IteratesOfFirstOrderSystemsTakeShorterSteps) {
  const auto add = [](Model& model) -> FirstOrderNonLinearDS& {
    return model.add<FirstOrderNonLinearDS>(
        Vector{{30.0}}, [](double, VectorConstRef s, VectorRef f) { f[0] = -10.0 * std::atan(40.0 * s[0]); },
        [](double, VectorConstRef s, MatrixRef A) { A(0, 0) = -400.0 / (1.0 + 1600.0 * s[0] * s[0]); });
  };
  Trial together(0.0, 10.0);
  auto& x = add(*together.model);
  auto& ball = addBall(*together.model, 1.0);
  linkGround(*together.model, ball, 0.5);
  together.simulateWith(1.0, mixed(1.0));
  Trial mechanic(0.0, 10.0);
  auto& ballAlone = addBall(*mechanic.model, 1.0);
  linkGround(*mechanic.model, ballAlone, 0.5);
  mechanic.simulateWith(1.0, MoreauJeanOSI(1.0));
  double last = x.x()[0];
  while (together.simulation->hasNextEvent()) {
    together.step();
    mechanic.step();
    EXPECT_NEAR(x.x()[0] - last + 10.0 * std::atan(40.0 * x.x()[0]), 0.0, 1e-8);
    EXPECT_EQ(ball.v(), ballAlone.v());
    EXPECT_EQ(ball.q(), ballAlone.q());
    last = x.x()[0];
  }
  EXPECT_LT(std::abs(x.x()[0]), 1e-6);
}

/// The Newton loop of a nonlinear system, a relay on a system with A(t), a bouncing ball, all at once.
TEST(MixedOrder, AStatePutBackRepeatsToTheBit) {
  Trial run(0.0, 2.0);
  auto& coil = run.model->add<FirstOrderLinearDS>(
      Vector{{0.3}}, [](double t, MatrixRef A) { A(0, 0) = -1.0 - 0.5 * std::sin(t); });
  run.model->link(RelayNSL(-0.5, 0.5), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), coil);
  auto& top = addTop(*run.model);
  top.setFExt([&coil](double, VectorRef force) { force[0] = coil.x()[0]; });
  linkGround(*run.model, addBall(*run.model, 0.5), 0.5);
  run.simulateWith(1e-2, mixed());
  run.steps(80);
  const State middle = run.model->state();
  run.finish();
  const std::vector<double> end = run.values();
  run.model->setState(middle);
  run.finish();
  EXPECT_EQ(run.values(), end);
}

TEST(MixedOrder, WhatNeedsIterationMatricesOrOneOrderIsRefusedByName) {
  Model model(0.0, 1.0);
  addOscillator(model);
  linkGround(model, addBall(model, 1.0), 0.5);
  const auto messageWith = [&](auto&& integrator, auto&&... problem) -> std::string {
    try {
      TimeStepping(model, TimeDiscretisation(0.0, 0.1), std::forward<decltype(integrator)>(integrator),
                   std::forward<decltype(problem)>(problem)...)
          .initialize();
    } catch (const InvalidArgument& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_NE(messageWith(MoreauJeanOSI(0.5)).find("MixedOrderOSI"), std::string::npos);
  EXPECT_NE(messageWith(EulerMoreauOSI(0.5)).find("MixedOrderOSI"), std::string::npos);
  EXPECT_NE(messageWith(mixed(), GlobalFrictionContact()).find("GlobalFrictionContact"), std::string::npos);
}

}  // namespace
}  // namespace nsds::test::mixed_order_test
