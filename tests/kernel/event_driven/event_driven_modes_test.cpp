// Event-driven simulation of first-order systems: rows that are decided together, outputs and inputs that are not linear,
// outputs of which some fix their multipliers and others the derivatives of theirs, jumps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <numbers>
#include <random>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"
#include "kernel/event_driven/switch_course.hpp"
#include "kernel/integrators/diode_circuit_exact.hpp"

namespace nsds::test::event_driven_modes_test {
namespace {

TEST(EventDrivenModes, ABridgeOfDiodesRectifiesBothHalfWaves) {
  // Two of four rows have a singular D while both are zero: what D leaves open the derivatives of the outputs say.
  namespace circuit = diode_circuit;
  constexpr double end = 5e-3;
  constexpr double R = circuit::R;
  Model model(0.0, end);
  auto& resonator = model.add<FirstOrderLinearDS>(Vector{{circuit::v0, 0.0}},
                                                  Matrix{{0.0, -1.0 / circuit::C}, {1.0 / circuit::L, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{0.0, 0.0}, {0.0, 0.0}, {-1.0, 0.0}, {1.0, 0.0}},
                               Matrix{{0.0, 0.0, -1.0 / circuit::C, 1.0 / circuit::C}, {0.0, 0.0, 0.0, 0.0}});
  relation.setD(Matrix{{1.0 / R, 1.0 / R, -1.0, 0.0},
                       {1.0 / R, 1.0 / R, 0.0, -1.0},
                       {1.0, 0.0, 0.0, 0.0},
                       {0.0, 1.0, 0.0, 0.0}});
  model.link(ComplementarityConditionNSL(), relation, resonator);
  EventDriven simulation(model, TimeDiscretisation(0.0, end / 10.0), Dopri5(close));
  const SwitchCourse course(simulation);
  EXPECT_GE(course.items.size(), 10U);
  const circuit::State exact = circuit::flow(true, {circuit::v0, 0.0}, end);
  EXPECT_NEAR(resonator.x()[0], exact.v, 1e-10 * circuit::v0);
  EXPECT_NEAR(resonator.x()[1], exact.i, 1e-10 * circuit::v0 / R);
}

TEST(EventDrivenModes, ANonlinearOutputFixesItsMultiplier) {
  // y = x + l + l³ with x' = -1 + l: from x = 0 at t = 1 on, t - 1 = -(3/2) l² - 3 l - 4 ln(1 - l).
  Model model(0.0, 1.5);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  system.setB(scalar(-1.0));
  const Interaction& diode = model.link(
      ComplementarityConditionNSL(),
      FirstOrderType2R(
          1, [](VectorConstRef x, VectorConstRef l, VectorRef y) { y[0] = x[0] + l[0] + l[0] * l[0] * l[0]; },
          [](VectorConstRef l, VectorRef r) { r = l; },
          [](VectorConstRef, VectorConstRef l, MatrixRef C, MatrixRef D) {
            C(0, 0) = 1.0;
            D(0, 0) = 1.0 + 3.0 * l[0] * l[0];
          },
          [](VectorConstRef, MatrixRef B) { B(0, 0) = 1.0; }),
      system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, 1.0, 1e-12);
  const double l = diode.lambda()[0];
  EXPECT_NEAR(-1.5 * l * l - 3.0 * l - 4.0 * std::log(1.0 - l), 0.5, 1e-11);
  EXPECT_NEAR(system.x()[0] + l + l * l * l, 0.0, 1e-14);
}

TEST(EventDrivenModes, AStateSlidesOnACurvedSurface) {
  // x' = (1, 0) - lambda x within the unit disk: on its rim tan(angle / 2) shrinks as e^-t.
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{0.0, 0.5}}, Matrix::Zero(2, 2));
  system.setB(Vector{{1.0, 0.0}});
  model.link(
      ComplementarityConditionNSL(),
      FirstOrderNonLinearR(
          1, [](double, VectorConstRef x, VectorConstRef, VectorRef y) { y[0] = 1.0 - x.squaredNorm(); },
          [](double, VectorConstRef x, VectorConstRef l, VectorRef r) { r = -l[0] * x; },
          [](double, VectorConstRef x, VectorConstRef, MatrixRef C, MatrixRef) { C = -2.0 * x.transpose(); },
          [](double, VectorConstRef x, VectorConstRef l, MatrixRef K, MatrixRef B) {
            K = -l[0] * Matrix::Identity(2, 2);
            B = -x;
          }),
      system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  double off = 0.0;
  double rim = 0.0;
  simulation.initialize();
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::switching) rim = simulation.time();
    simulation.nextStep();
    if (rim > 0.0) off = std::max(off, std::abs(system.x().norm() - 1.0));
  }
  EXPECT_NEAR(rim, std::sqrt(0.75), 1e-12);
  EXPECT_LT(off, 4e-16);
  const double angle = 2.0 * std::atan(std::tan(std::numbers::pi / 12.0) * std::exp(rim - 3.0));
  EXPECT_NEAR(std::atan2(system.x()[1], system.x()[0]), angle, 1e-11);
}

TEST(EventDrivenModes, AnEqualityKeepsItsOutputAtZero) {
  // x0' = -x0 + l, x1' = -2 x1 - l, x0 - x1 + 1 = 0: x1 = 1/3 + 5/3 exp(-3t/2).
  Model model(0.0, 2.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 2.0}}, Matrix{{-1.0, 0.0}, {0.0, -2.0}});
  FirstOrderLinearTIR relation(Matrix{{1.0, -1.0}}, Matrix{{1.0}, {-1.0}});
  relation.setE(scalar(1.0));
  model.link(EqualityConditionNSL(1), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5(close));
  const SwitchCourse course(simulation);
  EXPECT_TRUE(course.items.empty());
  EXPECT_NEAR(system.x()[1], 1.0 / 3.0 + 5.0 / 3.0 * std::exp(-3.0), 1e-11);
  EXPECT_NEAR(system.x()[0] - system.x()[1] + 1.0, 0.0, 1e-15);
}

TEST(EventDrivenModes, MixedRowsAreDecidedTogether) {
  // An equality that makes l0 = x0 at once, a diode of degree one that stops x1, and a relay on x0 in one law:
  // x0' = -l0 - l2 = -x0 - 1 from 1, x0 = 0 at t = ln 2; x1' = -1 + l1 from 1 to 0 at t = 1.
  Model model(0.0, 2.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 1.0}}, Matrix::Zero(2, 2));
  system.setB(Vector{{0.0, -1.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}, {0.0, 1.0}, {1.0, 0.0}},
                               Matrix{{-1.0, 0.0, 1.0}, {0.0, 1.0, 0.0}});
  relation.setD(Matrix{{1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  const double huge = std::numeric_limits<double>::infinity();
  const Interaction& rows = model.link(
      MixedComplementarityNSL(Vector{{-huge, 0.0, -1.0}}, Vector{{huge, huge, 1.0}}), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 2U);
  EXPECT_NEAR(course.items[0].time, std::numbers::ln2, 1e-12);
  EXPECT_NEAR(course.items[1].time, 1.0, 1e-12);
  EXPECT_EQ(system.x()[0], 0.0);
  EXPECT_EQ(system.x()[1], 0.0);
  EXPECT_NEAR(rows.lambda()[1], 1.0, 1e-15);
}

TEST(EventDrivenModes, AGeneNetworkSlidesToTheCornerOfItsThresholds) {
  // The network of the reference case StepSystem: productions by steps at 4 and 8, degradation -4.5 x0, -1.5 x1. From
  // (1, 6) x0 grows to x0 = 8 while x1 decays to 4, and both end where they are 8.
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 6.0}}, Matrix{{-4.5, 0.0}, {0.0, -1.5}});
  const Interaction& steps = model.link(
      RelayNSL(0.0, 1.0),
      FirstOrderType1R(
          4, [](VectorConstRef x, VectorRef y) { y << 4.0 - x[0], 4.0 - x[1], 8.0 - x[0], 8.0 - x[1]; },
          [](VectorConstRef l, VectorRef r) { r << 40.0 * (1.0 - l[2]) * l[1], 40.0 * l[0] * (1.0 - l[3]); },
          [](VectorConstRef, MatrixRef C) { C << -1.0, 0.0, 0.0, -1.0, -1.0, 0.0, 0.0, -1.0; },
          [](VectorConstRef l, MatrixRef B) {
            B << 0.0, 40.0 * (1.0 - l[2]), -40.0 * l[1], 0.0, 40.0 * (1.0 - l[3]), 0.0, 0.0, -40.0 * l[0];
          }),
      system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 3U);
  // x0 = 80/9 - (71/9) exp(-4.5 t) with l1 = 1 reaches 4 and then 8; x1 = 6 exp(-1.5 t) turns where x0 = 4.
  const double first = std::log(71.0 / 44.0) / 4.5;
  EXPECT_NEAR(course.items[0].time, first, 1e-11);
  EXPECT_NEAR(course.items[1].time,
              first + std::log((80.0 / 3.0 - 6.0 * std::exp(-1.5 * first)) / (80.0 / 3.0 - 8.0)) / 1.5,
              1e-11);
  EXPECT_NEAR(course.items[2].time, std::log(71.0 / 8.0) / 4.5, 1e-11);
  EXPECT_EQ(system.x()[0], 8.0);
  EXPECT_EQ(system.x()[1], 8.0);
  // 40 (1 - l2) = 36 and 40 (1 - l3) = 12
  EXPECT_NEAR(steps.lambda()[2], 0.1, 1e-14);
  EXPECT_NEAR(steps.lambda()[3], 0.7, 1e-14);
}

TEST(EventDrivenModes, ARelayOfHigherDegreeMaySwitch) {
  // x'' = -sgn x from (1, 0): through zero at sqrt(2) (2 k + 1).
  Model model(0.0, 10.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}});
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(course.items[k].time, std::numbers::sqrt2 * static_cast<double>(2 * k + 1), 1e-11);
}

TEST(EventDrivenModes, TwoRelaysOnAnOutputAndItsRateSwitchInTurn) {
  // x'' = -2 sgn x - sgn x' from (1, 0): speeds at x = 0 shrink by 1 / sqrt(3), the first at t = sqrt(2). Behind each switch an
  // output rises from zero and falls again within a step.
  Model model(0.0, 4.4);
  auto& system = model.add<FirstOrderLinearDS>(Vector{{1.0, 0.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}});
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix(Matrix::Identity(2, 2)), Matrix{{0.0, 0.0}, {2.0, 1.0}}),
             system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5(close));
  const SwitchCourse course(simulation);
  double crossing = std::numbers::sqrt2;
  double speed = std::numbers::sqrt2;
  std::size_t next = 0;
  while (crossing < 4.4) {
    while (next < course.items.size() && course.items[next].time < crossing - 1e-6) ++next;
    ASSERT_LT(next, course.items.size());
    EXPECT_NEAR(course.items[next].time, crossing, 1e-11);
    crossing += speed / 3.0 + speed / std::numbers::sqrt3;
    speed /= std::numbers::sqrt3;
  }
  EXPECT_EQ(course.items.size(), 15U);  // eight of x, and seven of its rate between them
}

/// Levels that are one point leave nothing to be decided: x' = -t + 0.
TEST(EventDrivenModes, AMultiplierWithOneValueKeepsIt) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.0}}, Matrix{{0.0}});
  x.setB([](double t, VectorRef b) { b[0] = -t; });
  model.link(RelayNSL(0.0, 0.0), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5());
  simulation.run();
  EXPECT_NEAR(x.x()[0], -0.5, 1e-9);
}

/// Two diodes in parallel share a current that is not theirs alone to choose, beside rows whose multipliers are zero to rounding.
TEST(EventDrivenModes, OneMotionGoesOnFromDiodesInParallel) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> draw(0.1, 0.9);
  for (int k = 0; k < 50; ++k) {
    Model model(0.0, 0.5);
    auto& x = model.add<FirstOrderLinearDS>(Vector::Zero(3), Matrix(Matrix::Zero(3, 3)));
    const double pull = draw(random);
    x.setB(Vector{{0.0, -pull, 1.0}});
    const double first = draw(random);
    const double second = draw(random);
    const Matrix C{{1.0, first, 0.0}, {second, 1.0, 0.0}, {0.0, 0.0, 1.0}, {0.0, 0.0, 1.0}};
    const Matrix B{{1.0, 0.0, 0.0, 0.0}, {0.0, 1.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 1.0}};
    model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(C, B), x);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5());
    ASSERT_NO_THROW(simulation.run()) << k;
    EXPECT_NEAR(x.x()[2], 0.5, 1e-9);
  }
}

/// Whether an output fixes its multiplier does not depend on its unit: ξ' = -2 + λ/2, y = ξ + λ beside itself in other units.
TEST(EventDrivenModes, UnitsOfOutputsDoNotMatter) {
  for (const double s : {1.0, 1e-7, 1e-11}) {
    Model model(0.0, 3.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, s}}, Matrix(Matrix::Zero(2, 2)));
    x.setB(Vector{{-2.0, -2.0 * s}});
    model.link(
        ComplementarityConditionNSL(),
        FirstOrderLinearTIR(Matrix(Matrix::Identity(2, 2)), Matrix(Vector{{0.5, 0.5 * s}}.asDiagonal()))
            .setD(Matrix(Vector{{1.0, s}}.asDiagonal())),
        x);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5());
    simulation.run();
    EXPECT_NEAR(x.x()[1] / s, x.x()[0], 1e-6) << s;
  }
}

TEST(EventDrivenModes, AMassThatDependsOnTimeIsInverted) {
  // (1 + t) x' = -sgn x from ln 2: at rest where ln(1 + t) = ln 2.
  Model model(0.0, 2.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(std::numbers::ln2), Matrix::Zero(1, 1));
  system.setM([](double t, MatrixRef M) { M(0, 0) = 1.0 + t; });
  model.link(RelayNSL(), FirstOrderLinearTIR(one, one), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, 1.0, 1e-12);
  EXPECT_EQ(system.x()[0], 0.0);
}

TEST(EventDrivenModes, ARelayFollowsAnOutputThatMoves) {
  // x' = -2 sgn(x - sin t): on x = sin t the multiplier is -cos t / 2... of r = 2 lambda.
  Model model(0.0, 4.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  FirstOrderLinearR relation(one, 2.0 * one);
  relation.setE([](double t, VectorRef e) { e[0] = -std::sin(t); });
  const Interaction& relay = model.link(RelayNSL(), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  const double t = course.items[0].time;
  EXPECT_NEAR(1.0 - 2.0 * t, std::sin(t), 1e-13);
  EXPECT_NEAR(system.x()[0], std::sin(4.0), 1e-15);
  EXPECT_NEAR(relay.lambda()[0], 0.5 * std::cos(4.0), 1e-11);
}

TEST(EventDrivenModes, AStartThatIsNotAdmissibleJumps) {
  // x' = -x + lambda, 0 <= x, lambda complementary, from -1: an impulse of 1 to zero.
  Model model(0.0, 1.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(-1.0), -one);
  const Interaction& stop = model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, one), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  simulation.initialize();
  EXPECT_EQ(system.x()[0], 0.0);
  EXPECT_NEAR(simulation.impulse(stop)[0], 1.0, 1e-15);
  EXPECT_EQ(simulation.jumpRecord().count, 1);
  const SwitchCourse course(simulation);
  EXPECT_EQ(system.x()[0], 0.0);
}

TEST(EventDrivenModes, AnOutputThatJumpsMakesTheStateJump) {
  // x' = lambda keeps x >= 1 until t = 1, and x >= 3 from then on, whether that instant is declared or not.
  for (const bool declared : {true, false}) {
    Model model(0.0, 2.0);
    auto& system = model.add<FirstOrderLinearDS>(scalar(2.0), Matrix::Zero(1, 1));
    system.setB(scalar(-0.5));
    FirstOrderLinearR relation(one, one);
    relation.setE([](double t, VectorRef e) { e[0] = t < 1.0 ? -1.0 : -3.0; });
    const Interaction& stop = model.link(ComplementarityConditionNSL(), relation, system);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.3), Dopri5(close));
    if (declared) simulation.addTimeEvent(1.0);
    const SwitchCourse course(simulation);
    EXPECT_NEAR(simulation.jumpRecord().time, 1.0, 1e-15) << declared;
    EXPECT_EQ(simulation.jumpRecord().count, 1) << declared;
    EXPECT_NEAR(simulation.jumpRecord().impulse[0], 1.5, 1e-12) << declared;
    EXPECT_EQ(system.x()[0], 3.0) << declared;
    EXPECT_NEAR(stop.lambda()[0], 0.5, 1e-15) << declared;
  }
}

TEST(EventDrivenModes, ASlidingStateJumpsWithItsSurfaceAtAnEventOfTheUser) {
  Model model(0.0, 2.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  system.setB(scalar(-0.5));
  FirstOrderLinearR relation(one, one);
  relation.setE([](double t, VectorRef e) { e[0] = t < 1.0 ? -1.0 : -3.0; });
  model.link(ComplementarityConditionNSL(), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.3), Dopri5(close));
  simulation.addTimeEvent(1.0);
  const SwitchCourse course(simulation);
  EXPECT_NEAR(simulation.jumpRecord().impulse[0], 2.0, 1e-12);
  EXPECT_EQ(system.x()[0], 3.0);
}

TEST(EventDrivenModes, EventsOfTheUserSetStatesAndLookAtThem) {
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  model.link(RelayNSL(), FirstOrderLinearTIR(one, one), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  double half = 0.0;
  simulation.addTimeEvent(0.3, [&](EventDriven&) { system.setX(scalar(2.0)); });
  simulation.addStateEvent([&](double) { return system.x()[0] - 0.5; },
                           [&](EventDriven& s) { half = s.time(); });
  const SwitchCourse course(simulation);
  EXPECT_NEAR(half, 1.8, 1e-12);
  ASSERT_FALSE(course.items.empty());
  EXPECT_NEAR(course.items.back().time, 2.3, 1e-12);
  EXPECT_EQ(system.x()[0], 0.0);
}

TEST(EventDrivenModes, ARowBetweenTwoSystemsKeepsThemApart) {
  // a' = -1 + l, b' = 1/2, a - b + 2 >= 0: from a - b = -1 the distance is 2 at t = 2/3, and a follows b from there.
  Model model(0.0, 2.0);
  auto& a = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  auto& b = model.add<FirstOrderLinearDS>(Vector{{2.0, 0.0}}, Matrix::Zero(2, 2));
  a.setB(scalar(-1.0));
  b.setB(Vector{{0.5, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{1.0, -1.0, 0.0}}, Matrix{{1.0}, {0.0}, {0.0}});
  relation.setE(scalar(2.0));
  const Interaction& stop = model.link(ComplementarityConditionNSL(), relation, a, b);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, 2.0 / 3.0, 1e-12);
  EXPECT_NEAR(a.x()[0], 1.0, 1e-14);
  EXPECT_NEAR(stop.lambda()[0], 1.5, 1e-14);
}

TEST(EventDrivenModes, ChangesOfStructureAndOperatorsAreTakenUp) {
  Model model(0.0, 3.0);
  auto& kept = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  Interaction& relay = model.link(RelayNSL(), FirstOrderLinearTIR(one, one), kept);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  simulation.addTimeEvent(0.5, [&](EventDriven&) {
    auto& added = model.add<FirstOrderLinearDS>(scalar(0.3), Matrix::Zero(1, 1));
    model.link(RelayNSL(), FirstOrderLinearTIR(one, one), added);
  });
  // From rest at zero to where x - 1/4 is zero
  simulation.addTimeEvent(
      2.0, [&](EventDriven&) { static_cast<FirstOrderLinearTIR&>(relay.relation()).setE(scalar(-0.25)); });
  const SwitchCourse course(simulation);
  std::vector<double> switches;
  for (const auto& item : course.items)
    if (item.kind == EventKind::switching) switches.push_back(item.time);
  ASSERT_EQ(switches.size(), 3U);
  EXPECT_NEAR(switches[0], 0.8, 1e-12);
  EXPECT_NEAR(switches[1], 1.0, 1e-12);
  EXPECT_NEAR(switches[2], 2.25, 1e-12);
  EXPECT_EQ(kept.x()[0], 0.25);
}

/// A random passive circuit of rows that are diodes or relays, driven by cosines, with D zero, positive definite, skew, or of
/// rank one: in some modes D fixes multipliers, in others derivatives do.
class RandomCircuit {
 public:
  explicit RandomCircuit(unsigned seed) : random_(seed) {
    const Index n = 3 + seed % 3;
    const Index m = std::min<Index>(1 + seed % 4, n);
    const Matrix S = matrix(n, n);
    const Matrix B = matrix(n, m);
    Vector x0 = matrix(n, 1);
    const Vector amplitude = matrix(n, 1);
    const Vector frequency = 3.0 * matrix(n, 1).cwiseAbs();
    system_ = &model.add<FirstOrderLinearDS>(x0, Matrix(S - S.transpose() - 0.2 * Matrix::Identity(n, n)));
    system_->setB(
        [=](double t, VectorRef b) { b = amplitude.cwiseProduct((t * frequency).array().cos().matrix()); });
    FirstOrderLinearTIR relation(B.transpose(), B);
    const Matrix Q = matrix(m, m);
    switch (seed % 4) {
      case 1:
        relation.setD(0.3 * Q * Q.transpose());
        break;
      case 2:
        relation.setD(Q - Q.transpose());
        break;
      case 3:
        relation.setD(Q.col(0) * Q.col(0).transpose());
        break;
      default:
        break;
    }
    if (seed % 8 < 4) {
      model.link(ComplementarityConditionNSL(), relation, *system_);
    } else {
      model.link(RelayNSL(-0.5, 1.0), relation, *system_);
    }
  }
  Vector x() const { return system_->x(); }
  Model model{0.0, 3.0};

 private:
  Matrix matrix(Index rows, Index columns) {
    Matrix numbers(rows, columns);
    for (double& number : numbers.reshaped()) number = normal_(random_);
    return numbers;
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  FirstOrderLinearDS* system_ = nullptr;
};

TEST(EventDrivenModes, RandomCircuitsEndWhereShortImplicitStepsDo) {
  std::int64_t events = 0;
  for (unsigned seed = 0; seed < 32; ++seed) {
    RandomCircuit exact(seed);
    EventDriven simulation(exact.model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
    ASSERT_NO_THROW(simulation.run()) << seed;
    events += simulation.events();
    const auto distance = [&](double h) {
      RandomCircuit stepped(seed);
      TimeStepping(stepped.model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0)).run();
      return (stepped.x() - exact.x()).norm();
    };
    EXPECT_LT(distance(1e-3), 0.03 * (1.0 + exact.x().norm())) << seed;
  }
  EXPECT_GT(events, 150);
}

}  // namespace
}  // namespace nsds::test::event_driven_modes_test
