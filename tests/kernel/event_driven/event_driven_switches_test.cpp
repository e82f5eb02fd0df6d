// Event-driven simulation of first-order systems: relays and diodes that switch, slide and release, at instants that are
// known exactly.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nsds/kernel.hpp>
#include <nsds/theory/first_order/aizerman_pyatnitskii_inclusion.hpp>
#include <nsds/theory/first_order/filippov_inclusion.hpp>
#include <numbers>
#include <vector>

#include "kernel/event_driven/event_driven.hpp"
#include "kernel/event_driven/switch_course.hpp"
#include "kernel/integrators/diode_circuit_exact.hpp"

namespace nsds::test::event_driven_switches_test {
namespace {

TEST(EventDrivenSwitches, ARelayComesToRestWhereItsStateIsZero) {
  for (const double x0 : {1.0, -0.37, 3e-3}) {
    Model model(0.0, 2.0);
    auto& system = model.add<FirstOrderLinearDS>(scalar(x0), Matrix::Zero(1, 1));
    const Interaction& relay = model.link(RelayNSL(), FirstOrderLinearTIR(one, one), system);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
    const SwitchCourse course(simulation);
    ASSERT_EQ(course.items.size(), 1U) << x0;
    EXPECT_EQ(course.items[0].kind, EventKind::switching);
    EXPECT_NEAR(course.items[0].time, std::abs(x0), 1e-12);
    EXPECT_EQ(system.x()[0], 0.0);
    EXPECT_LT(std::abs(relay.lambda()[0]), 1.0);
    EXPECT_EQ(simulation.indexSet(1).size(), 1U);
  }
}

TEST(EventDrivenSwitches, LogisticGrowthReachesItsCapAndStaysThere) {
  constexpr double cap = 0.6;
  constexpr double x0 = 0.1;
  Model model(0.0, 4.0);
  auto& population = model.add<FirstOrderNonLinearDS>(
      scalar(x0), [](double, VectorConstRef x, VectorRef value) { value[0] = x[0] * (1.0 - x[0]); },
      [](double, VectorConstRef x, MatrixRef value) { value(0, 0) = 1.0 - 2.0 * x[0]; });
  FirstOrderLinearTIR relation(-one, -one);
  relation.setE(scalar(cap));
  const Interaction& limit = model.link(ComplementarityConditionNSL(), relation, population);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, std::log(cap * (1.0 - x0) / (x0 * (1.0 - cap))), 1e-11);
  EXPECT_EQ(population.x()[0], cap);
  EXPECT_NEAR(limit.lambda()[0], cap * (1.0 - cap), 1e-14);
}

TEST(EventDrivenSwitches, ASlidingStateIsReleasedWhereItsMultiplierVanishes) {
  // x' = 1/2 - cos t + lambda keeps x = 0 until cos t = 1/2.
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(0.0), Matrix::Zero(1, 1));
  system.setB([](double t, VectorRef b) { b[0] = 0.5 - std::cos(t); });
  const Interaction& stop = model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, one), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.25), Dopri5(close));
  simulation.initialize();
  EXPECT_NEAR(stop.lambda()[0], 0.5, 1e-15);
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_EQ(course.items[0].kind, EventKind::release);
  const double release = std::numbers::pi / 3.0;
  EXPECT_NEAR(course.items[0].time, release, 1e-12);
  EXPECT_NEAR(system.x()[0], 0.5 * (3.0 - release) - std::sin(3.0) + std::sin(release), 1e-11);
  EXPECT_EQ(stop.lambda()[0], 0.0);
}

TEST(EventDrivenSwitches, RelaysThatSwitchAtOneInstantAreOneEvent) {
  // x' = -sgn x, y' = -2 sgn y from (1, 2): both are zero at t = 1.
  Model model(0.0, 2.0);
  auto& slow = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  auto& fast = model.add<FirstOrderLinearDS>(scalar(-2.0), Matrix::Zero(1, 1));
  model.link(RelayNSL(), FirstOrderLinearTIR(one, one), slow);
  model.link(RelayNSL(), FirstOrderLinearTIR(one, 2.0 * one), fast);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, 1.0, 1e-12);
  EXPECT_EQ(slow.x()[0], 0.0);
  EXPECT_EQ(fast.x()[0], 0.0);
}

TEST(EventDrivenSwitches, AMultiplierThatAnOutputFixesSwitchesWithoutAJump) {
  // x' = -1 + lambda with 0 <= x + lambda, lambda >= 0 complementary: lambda = max(0, -x).
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix::Zero(1, 1));
  system.setB(scalar(-1.0));
  FirstOrderLinearTIR relation(one, one);
  relation.setD(one);
  const Interaction& diode = model.link(ComplementarityConditionNSL(), relation, system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.5), Dopri5(close));
  const SwitchCourse course(simulation);
  ASSERT_EQ(course.items.size(), 1U);
  EXPECT_NEAR(course.items[0].time, 1.0, 1e-12);
  const double x = std::exp(-2.0) - 1.0;  // x' = -1 - x from 0
  EXPECT_NEAR(system.x()[0], x, 1e-11);
  EXPECT_NEAR(diode.lambda()[0], -x, 1e-11);
}

TEST(EventDrivenSwitches, ADiodeInACircuitSwitchesWhereTheClosedFormSays) {
  using namespace diode_circuit;
  constexpr double end = 5e-3;
  Model model(0.0, end);
  auto& circuit = model.add<FirstOrderLinearDS>(Vector{{v0, 0.0}}, Matrix{{0.0, -1.0 / C}, {1.0 / L, 0.0}});
  FirstOrderLinearTIR relation(Matrix{{-1.0, 0.0}}, Matrix{{-1.0 / C}, {0.0}});
  relation.setD(Matrix{{R}});
  model.link(ComplementarityConditionNSL(), relation, circuit);
  model.setScales({1.0, std::sqrt(L * C), 1.0});
  EventDriven simulation(model, TimeDiscretisation(0.0, end / 10.0), Dopri5(close));
  simulation.initialize();
  double worst = 0.0;
  std::size_t events = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    events += simulation.event() == EventKind::sampling ? 0 : 1;
    simulation.nextStep();
    const diode_circuit::State x = exact(simulation.time());
    worst = std::max({worst, std::abs(circuit.x()[0] - x.v) / v0, std::abs(circuit.x()[1] - x.i) * R / v0});
  }
  EXPECT_GE(events, 10U);
  EXPECT_LT(worst, 1e-10);
}

TEST(EventDrivenSwitches, ARelayComesToRestWithEverySmoothIntegrator) {
  const auto rest = [](auto integrator) {
    Model model(0.0, 1.0);
    auto& system = model.add<FirstOrderLinearDS>(scalar(0.7), Matrix::Zero(1, 1));
    model.link(RelayNSL(), FirstOrderLinearTIR(one, one), system);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), std::move(integrator));
    const SwitchCourse course(simulation);
    ASSERT_EQ(course.items.size(), 1U) << simulation.integrator().name();
    EXPECT_NEAR(course.items[0].time, 0.7, 1e-12) << simulation.integrator().name();
    EXPECT_EQ(system.x()[0], 0.0) << simulation.integrator().name();
  };
  rest(Dopri5());
  rest(Mdop5());
  rest(Hem5());
  rest(Bh3());
  rest(Bh5());
  rest(Phem56());
  rest(GeneralizedAlpha());
}

TEST(EventDrivenSwitches, TheInstantOfASwitchIsAsAccurateAsTheIntegrator) {
  // x = 2 e^-t falls through 1, where the output is zero, at t = ln 2, and the relay turns on.
  const auto error = [](auto integrator) {
    Model model(0.0, 1.0);
    auto& system = model.add<FirstOrderLinearDS>(scalar(2.0), -one);
    FirstOrderLinearTIR relation(one, 0.1 * one);
    relation.setE(scalar(-1.0));
    model.link(RelayNSL(0.0, 1.0), relation, system);
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), std::move(integrator));
    const SwitchCourse course(simulation);
    EXPECT_EQ(course.items.size(), 1U);
    return course.items.empty() ? 1.0 : std::abs(course.items[0].time - std::numbers::ln2);
  };
  EXPECT_LT(error(Dopri5(close)), 1e-12);
  EXPECT_LT(error(Mdop5(close)), 1e-12);
  EXPECT_LT(error(Hem5(close)), 1e-12);
  EXPECT_LT(error(Phem56(close)), 1e-12);
  EXPECT_LT(error(Bh5(close)), 1e-11);
  EXPECT_LT(error(Bh3({.relativeTolerance = 1e-9, .absoluteTolerance = 1e-11})), 1e-8);
  EXPECT_LT(error(GeneralizedAlpha()), 1e-4);
}

TEST(EventDrivenSwitches, ASurfaceThatInputsRunAlongIsCrossed) {
  // The fields x' = (1 ± i w) x, + inside |x| = 1 and - outside, differ along the circle alone, so that multipliers act on
  // d|x|/dt by rounding. |x| = e^(t - 1) crosses at t = 1, and the phase is -w t, from there on w (t - 2). Example of
  // Nurkanović, Sperl, Albrecht, Diehl (2024), Finite elements with switch detection, Numer. Math. 156, section 5.
  constexpr double w = 2.0 * std::numbers::pi, end = 0.5 * std::numbers::pi;
  const auto field = [](double turn) {
    return [turn](double, VectorConstRef x, VectorRef f) { f << x[0] + turn * x[1], x[1] - turn * x[0]; };
  };
  const FilippovInclusion::Surface circle{[](VectorConstRef x) { return x.squaredNorm() - 1.0; },
                                          [](VectorConstRef x, VectorRef gradient) { gradient = 2.0 * x; }};
  const AizermanPyatnitskiiInclusion inclusion(2, {circle}, {field(w), field(-w)});
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Model model(0.0, end);
    const auto parts = inclusion.addTo(model, Vector{{std::exp(-1.0), 0.0}});
    EventDriven simulation(model, TimeDiscretisation(0.0, 0.1),
                           Dopri5({.relativeTolerance = tolerance, .absoluteTolerance = tolerance}));
    const SwitchCourse course(simulation);
    ASSERT_EQ(course.items.size(), 1U) << tolerance;
    EXPECT_NEAR(course.items[0].time, 1.0, 10.0 * tolerance);
    const double r = std::exp(end - 1.0), phase = w * (end - 2.0);
    const Vector exact{{r * std::cos(phase), r * std::sin(phase)}};
    EXPECT_LT((parts.system.x() - exact).lpNorm<Eigen::Infinity>(), 100.0 * tolerance);  // some hundred steps
  }
}

TEST(EventDrivenSwitches, AnAccumulationOfSwitchesEndsWhereItsSumDoes) {
  Spiral spiral(2.0);
  EventDriven simulation(spiral.model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  double worst = 0.0;  // of |x_1| + |x_2| = 6 - 4 t, at switches
  simulation.initialize();
  std::vector<double> ends;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::switching)
      worst = std::max(worst, std::abs(spiral.system->x().lpNorm<1>() - 6.0 + 4.0 * simulation.time()));
    if (simulation.event() == EventKind::accumulation) ends.push_back(simulation.time());
    simulation.nextStep();
  }
  EXPECT_LT(worst, 1e-12);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_NEAR(ends[0], 1.5, 1e-7);
  EXPECT_EQ(spiral.system->x()[0], 0.0);
  EXPECT_EQ(spiral.system->x()[1], 0.0);
  EXPECT_LT(spiral.relay->lambda().cwiseAbs().maxCoeff(), 1.0);
}

TEST(EventDrivenSwitches, AnAccumulationMayStopTheSimulation) {
  Spiral spiral(2.0);
  EventDriven simulation(spiral.model, TimeDiscretisation(0.0, 0.1), Dopri5(close));
  EventOptions options;
  options.accumulation = AccumulationResponse::stop;
  simulation.setEventOptions(options);
  try {
    const SwitchCourse course(simulation);
    FAIL() << "no error";
  } catch (const AccumulationError& error) {
    EXPECT_NEAR(error.end(), 1.5, 1e-6);
  }
}

}  // namespace
}  // namespace nsds::test::event_driven_switches_test
