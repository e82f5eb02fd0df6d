// CVODE behind the interface of smooth integrators: accuracy in proportion to the tolerance, dense output,
// restarts, failures, states put back.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nsds/kernel/accuracy/order.hpp>
#include <nsds/kernel/integrators/cvode.hpp>
#include <numbers>
#include <vector>

#include "kernel/integrators/smooth/bars_on_a_line.hpp"
#include "kernel/integrators/smooth/exact_run.hpp"
#include "kernel/integrators/smooth/failing.hpp"
#include "kernel/integrators/smooth/integration.hpp"
#include "mechanisms/andrews.hpp"
#include "mechanisms/pendulum.hpp"
#include "mechanisms/spinning_top.hpp"

namespace nsds::test::cvode_test {
namespace {

using Method = CvodeOptions::Method;

Cvode cvode(Method method, double tolerance) {
  CvodeOptions options;
  options.relativeTolerance = options.absoluteTolerance = tolerance;
  options.method = method;
  return Cvode(options);
}

class CvodeBy : public ::testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, CvodeBy, ::testing::Values(Method::adams, Method::bdf),
                         [](const auto& instance) {
                           return instance.param == Method::adams ? "Adams" : "Bdf";
                         });

/// Errors of the tolerance's size in each of some tol^(-1/(p+1)) steps: tol^(p/(p+1)), p the order, which
/// varies, from 3/4 on.
TEST_P(CvodeBy, GlobalErrorFollowsTheTolerance) {
  for (const bool spinning : {false, true}) {
    const auto [system, end, q, v, q1, v1] = exactRun(spinning);
    std::vector<double> tol, error;
    for (double tolerance = 1e-4; tolerance > 0.5e-10; tolerance /= 10) {
      Cvode integrator = cvode(GetParam(), tolerance);
      integrate(integrator, *system, 0.0, q, v, end);
      tol.push_back(tolerance);
      error.push_back(std::max(largest(integrator.q() - q1), largest(integrator.v() - v1)));
    }
    EXPECT_GT(fitOrder(tol, error).order, 0.7);
    EXPECT_LT(fitOrder(tol, error).order, 1.15);
    EXPECT_LT(error.back(), 1e-6);
  }
}

TEST_P(CvodeBy, AndrewsSqueezerEndsWhereDopri5AndTheLiteratureHaveIt) {
  Andrews system;
  Cvode integrator = cvode(GetParam(), 1e-11);
  Dopri5 dopri(tolerances(1e-11));
  for (SmoothIntegrator* method :
       {static_cast<SmoothIntegrator*>(&integrator), static_cast<SmoothIntegrator*>(&dopri)})
    integrate(*method, system, 0.0, Andrews::startPosition(), Vector::Zero(7), Andrews::end);
  EXPECT_LT(largest(integrator.q() - Andrews::endPosition()), 2e-7);
  EXPECT_LT(largest(integrator.q() - dopri.q()), 2e-7);
  EXPECT_LT(largest(integrator.multipliers() - Andrews::endMultipliers()), 1e-3);
}

TEST(CvodeIntegrator, HighOrdersNeedFewerForcesThanDopri5) {
  Pendulum system;
  Vector q, v;
  Pendulum::exact(0.0, q, v);
  Cvode integrator = cvode(Method::adams, 1e-10);
  Dopri5 dopri(tolerances(1e-10));
  integrate(integrator, system, 0.0, q, v, 20.0);
  integrate(dopri, system, 0.0, q, v, 20.0);
  EXPECT_GE(integrator.lastOrder(), 7);
  EXPECT_LT(integrator.statistics().forceEvaluations, dopri.statistics().forceEvaluations);
}

TEST_P(CvodeBy, DenseOutputHasTheAccuracyOfTheSteps) {
  Pendulum system;
  Vector q, v, qe, ve, qd(2), vd(2);
  Pendulum::exact(0.0, q, v);
  Cvode integrator = cvode(GetParam(), 1e-9);
  integrator.start(system, 0.0, q, v);
  double worst = 0.0, atEnds = 0.0;
  while (integrator.endTime() < 1.5) {
    integrator.step(1.5);
    for (const double s : {0.0, 0.3, 0.7, 1.0}) {
      const double t = integrator.beginTime() + s * (integrator.endTime() - integrator.beginTime());
      integrator.interpolate(std::min(t, integrator.endTime()), qd, vd);
      Pendulum::exact(t, qe, ve);
      double& to = s == 1.0 ? atEnds : worst;
      to = std::max({to, largest(qd - qe), largest(vd - ve)});
    }
  }
  EXPECT_LT(worst, 2.0 * atEnds);
  EXPECT_LT(worst, 1e-6);
}

TEST_P(CvodeBy, AStepThatEndsEarlierStartsAnewThere) {
  Pendulum system;
  Vector q, v, qe, ve, qd(2), vd(2);
  Pendulum::exact(0.0, q, v);
  Cvode integrator = cvode(GetParam(), 1e-10);
  integrate(integrator, system, 0.0, q, v, 0.5);
  integrator.step(1.0);
  const double t = 0.5 * (integrator.beginTime() + integrator.endTime());
  integrator.interpolate(t, qd, vd);
  integrator.shorten(t);
  EXPECT_EQ(integrator.endTime(), t);
  EXPECT_EQ(integrator.q(), qd);
  EXPECT_EQ(integrator.v(), vd);
  integrator.step(1.0);
  EXPECT_EQ(integrator.beginTime(), t);
  EXPECT_LE(integrator.lastOrder(), 2);
  while (integrator.endTime() < 1.0) integrator.step(1.0);
  Pendulum::exact(1.0, qe, ve);
  EXPECT_LT(largest(integrator.q() - qe), 1e-7);
}

/// Where the rank of the constraints grows over a step, it is taken again with more of them.
TEST_P(CvodeBy, AStepOverWhichTheRankGrowsIsTakenAgain) {
  Cvode integrator = cvode(GetParam(), 1e-10);
  const LeavingTheLine worst = leaveTheLine(integrator);
  EXPECT_LT(worst.gap, 1e-8);
  EXPECT_LT(worst.turning, 1e-5);
  EXPECT_LT(worst.rate, 1e-5);

  // A long step with four rows turns the coupler by 1e-3 1/s; with five it cannot.
  Cvode::Options options;
  options.method = GetParam();
  options.relativeTolerance = options.absoluteTolerance = 1e-2;
  options.initialStep = 0.005;
  Cvode rough(options);
  Parallelogram system;
  Vector q, v;
  Parallelogram::at(0.5 * std::numbers::pi, 3.0, q, v);
  rough.start(system, 0.0, q, v);
  rough.step(0.005);
  EXPECT_EQ(rough.endTime(), 0.005);
  EXPECT_LT(std::abs(rough.v()[5]), 1e-9);
}

/// Rows that follow from the others to what positions have drifted are no reason to begin anew.
TEST_P(CvodeBy, RedundantRowsCostNoHistory) {
  Parallelogram system;
  constexpr double angle0 = 1.2;
  Vector q, v, qe, ve;
  Parallelogram::exact(0.0, angle0, q, v);
  Parallelogram::exact(1.0, angle0, qe, ve);
  for (const double tolerance : {1e-6, 1e-10}) {
    Cvode integrator = cvode(GetParam(), tolerance);
    integrate(integrator, system, 0.0, q, v, 1.0);
    EXPECT_LT(integrator.statistics().steps, 1000);
    EXPECT_LT(largest(integrator.q() - qe), 200.0 * tolerance);
  }
}

/// A copy has the same dense output of the last step, with other rows from then on or not.
TEST_P(CvodeBy, ACopyBehindAChangeOfRowsHasTheSameDenseOutput) {
  Parallelogram system;
  Vector q, v, qd(6), vd(6), qc(6), vc(6);
  Parallelogram::at(0.5 * std::numbers::pi, 3.0, q, v);
  Cvode integrator = cvode(GetParam(), 1e-6);
  integrator.start(system, 0.0, q, v);
  while (integrator.endTime() < 0.05) {
    integrator.step(0.05);
    Cvode copy = cvode(GetParam(), 1e-6);
    copy.restoreState(system, integrator.saveState());
    const double middle = 0.5 * (integrator.beginTime() + integrator.endTime());
    integrator.interpolate(middle, qd, vd);
    copy.interpolate(middle, qc, vc);
    ASSERT_EQ(qd, qc);
    ASSERT_EQ(vd, vc);
  }
}

/// x'' = -10^8 (x - cos t) - 2 10^4 (x' + sin t) - cos t, x = cos t.
class Stiff : public DenseSystem {
 public:
  Stiff() : DenseSystem(1, 0) {}
  void mass(VectorConstRef, MatrixRef M) override { M.setIdentity(); }
  void force(double t, VectorConstRef q, VectorConstRef v, VectorRef F) override {
    F[0] = -1e8 * (q[0] - std::cos(t)) - 2e4 * (v[0] + std::sin(t)) - std::cos(t);
  }
  void gap(double, VectorConstRef, VectorRef) override {}
  void jacobian(double, VectorConstRef, MatrixRef) override {}
  void curvature(double, VectorConstRef, VectorConstRef, VectorRef) override {}
};

TEST(CvodeIntegrator, StiffMotionIsForBackwardDifferentiation) {
  Stiff system;
  Cvode bdf = cvode(Method::bdf, 1e-6), adams = cvode(Method::adams, 1e-6);
  for (Cvode* integrator : {&bdf, &adams}) {
    integrate(*integrator, system, 0.0, Vector::Ones(1), Vector::Zero(1), 1.0);
    EXPECT_NEAR(integrator->q()[0], std::cos(1.0), 1e-4);
  }
  EXPECT_LT(100 * bdf.statistics().steps, adams.statistics().steps);
}

TEST_P(CvodeBy, AfterAnErrorTheStateIsThatBeforeTheStep) {
  for (const bool throws : {true, false}) {
    Failing system;
    system.throws = throws;
    Vector q, v;
    Pendulum::exact(0.0, q, v);
    Cvode integrator = cvode(GetParam(), 1e-6);
    integrator.start(system, 0.0, q, v);
    const auto go = [&] {
      for (;;) {
        q = integrator.q();
        v = integrator.v();
        integrator.step(1.0);
      }
    };
    if (throws) {
      EXPECT_THROW(go(), Error);
    } else {
      EXPECT_THROW(go(), StepSizeError);
      EXPECT_NEAR(integrator.endTime(), 0.2, 1e-3);
    }
    EXPECT_GT(integrator.endTime(), 0.1);
    EXPECT_EQ(integrator.q(), q);
    EXPECT_EQ(integrator.v(), v);
    const double allowed = 0.5 * (integrator.endTime() + 0.2);
    while (integrator.endTime() < allowed) integrator.step(allowed);
    EXPECT_EQ(integrator.endTime(), allowed);
  }
}

TEST_P(CvodeBy, AStatePutBackRepeatsToTheBit) {
  for (const bool shortened : {false, true}) {
    Pendulum system;
    Vector q, v, qd(2), vd(2), qe(2), ve(2);
    Pendulum::exact(0.0, q, v);
    Cvode first = cvode(GetParam(), 1e-8), second = cvode(GetParam(), 1e-8);
    first.start(system, 0.0, q, v);
    for (int i = 0; i < 40; ++i) first.step(i < 10 ? 0.05 * (i + 1) : 2.0);
    if (shortened) first.shorten(0.7 * first.beginTime() + 0.3 * first.endTime());
    second.restoreState(system, first.saveState());
    const double middle = 0.5 * (first.beginTime() + first.endTime());
    first.interpolate(middle, qd, vd);
    second.interpolate(middle, qe, ve);
    EXPECT_EQ(qd, qe);
    for (int i = 0; i < 20; ++i) {
      first.step(3.0);
      second.step(3.0);
      ASSERT_EQ(first.endTime(), second.endTime());
      ASSERT_EQ(first.q(), second.q());
      ASSERT_EQ(first.v(), second.v());
    }
  }
}

TEST(CvodeIntegrator, FixedStepsAreRefused) {
  CvodeOptions options;
  options.fixedStep = 0.1;
  EXPECT_THROW(Cvode{options}, InvalidArgument);
}

/// Impacts restart it; they are where they should be, and a state put back between them repeats.
/// q = (t - 5)^2 - 10^-4 closes at 4.99 and would open at 5.01, within one step: CVODE's own root finding,
/// which looks at the ends of steps, passes over both.
TEST(CvodeIntegrator, AGapThatClosesAndOpensWithinAStepIsFound) {
  Model model(0.0, 10.0);
  auto& ball =
      model.add<LagrangianDS>(Vector{{25.0 - 1e-4}}, Vector{{-10.0}}, Matrix(Matrix::Identity(1, 1)));
  ball.setFExt(Vector{{2.0}});
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix(Matrix::Identity(1, 1))), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 10.0), cvode(Method::adams, 1e-8));
  simulation.computeOneStep();
  EXPECT_EQ(simulation.event(), EventKind::impact);
  EXPECT_NEAR(simulation.time(), 4.99, 1e-4);  // 1e-8 of 25, some times, over the speed of 0.02
  EXPECT_LT(simulation.integrator().statistics().steps, 20);
}

TEST(CvodeIntegrator, EventsAreFoundOnItsDenseOutput) {
  constexpr double g = 9.81, e = 0.8;
  const Matrix one = Matrix::Identity(1, 1);
  Model model(0.0, 3.0);
  auto& ball = model.add<LagrangianDS>(Vector::Ones(1), Vector::Zero(1), one);
  ball.setFExt([=](double, VectorRef f) { f[0] = -g; });
  model.link(NewtonImpactNSL(e), LagrangianLinearTIR(one), ball);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.01), cvode(Method::adams, 1e-11));
  simulation.initialize();
  double flight = 2.0 * std::sqrt(2.0 / g), expected = 0.5 * flight;
  State middle = model.state();
  std::vector<State> states;
  int impacts = 0;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() == EventKind::impact) {
      EXPECT_NEAR(simulation.time(), expected, 1e-9);
      flight *= e;
      expected += flight;
      ++impacts;
    }
    simulation.nextStep();
    if (simulation.time() < 1.5)
      middle = model.state();
    else
      states.push_back(model.state());
  }
  EXPECT_GE(impacts, 5);
  model.setState(middle);
  for (const State& state : states) {
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_EQ(model.state(), state);
  }
}

TEST_P(CvodeBy, ARelaySwitchesAndSlidesAndAStateOfItIsPutBack) {
  // x' = -x / 2 + 3/2 sin 3t - sgn x from 1
  const Matrix one = Matrix::Identity(1, 1);
  Model model(0.0, 3.0);
  auto& system = model.add<FirstOrderLinearDS>(Vector::Ones(1), Matrix(-0.5 * one));
  system.setB([](double t, VectorRef b) { b[0] = 1.5 * std::sin(3.0 * t); });
  model.link(RelayNSL(), FirstOrderLinearTIR(one, one), system);
  EventDriven simulation(model, TimeDiscretisation(0.0, 0.1), cvode(GetParam(), 1e-11));
  simulation.initialize();
  State middle = model.state();
  std::vector<State> states;
  std::vector<double> events;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    if (simulation.event() != EventKind::sampling) events.push_back(simulation.time());
    simulation.nextStep();
    if (simulation.time() < 1.5)
      middle = model.state();
    else
      states.push_back(model.state());
  }
  // It slides where |sin 3t| <= 2/3, until multipliers reach their bounds.
  ASSERT_GE(events.size(), 3U);
  const double bound = std::asin(2.0 / 3.0);
  const double release = (2.0 * std::numbers::pi + bound) / 3.0;
  EXPECT_TRUE(
      std::any_of(events.begin(), events.end(), [=](double t) { return std::abs(t - release) < 1e-9; }));
  model.setState(middle);
  for (const State& state : states) {
    simulation.computeOneStep();
    simulation.nextStep();
    ASSERT_EQ(model.state(), state);
  }
}

}  // namespace
}  // namespace nsds::test::cvode_test
