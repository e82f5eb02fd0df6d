// Adaptive steps on problems with exact solutions: what a tolerance buys, and what violations have to do with it.
#include <gtest/gtest.h>

#include <limits>
#include <nsds/theory/accuracy/norms.hpp>

#include "kernel/adaptive/academic.hpp"
#include "kernel/event_capturing/exact_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::accuracy_test {
namespace {

class Tolerance : public ::testing::TestWithParam<ErrorOrder> {
 protected:
  /// Errors over five decades of the tolerance, from 1e-2 to 1e-7.
  void expectErrorsFall(const Academic& problem, double last) const {
    double before = infinity;
    for (double tolerance = 1e-2; tolerance > 0.9e-7; tolerance *= 0.1) {
      StepControl control = uniformControl(tolerance);
      control.order = GetParam();
      const AdaptiveRun run = meanOverFirstSteps(problem, control);
      EXPECT_LT(run.error, 2.0 * before) << problem.name << ", tolerance " << tolerance;
      before = run.error;
    }
    EXPECT_LT(before, last) << problem.name;
  }
};

// Of the ball all but the impacts is exact, so that its error falls with the tolerance; of oscillators with a power of it
// between 1/2 and 1.
TEST_P(Tolerance, BallsFollow) {
  expectErrorsFall(ball(), 3e-7);
}
TEST_P(Tolerance, OscillatorsFollow) {
  expectErrorsFall(oscillator(), 2.5e-4);
}
TEST_P(Tolerance, PressedOscillatorsFollowToRest) {
  expectErrorsFall(pressedOscillator(), 4e-4);
}

INSTANTIATE_TEST_SUITE_P(Orders, Tolerance,
                         ::testing::Values(ErrorOrder::zero, ErrorOrder::one, ErrorOrder::two,
                                           ErrorOrder::indicator, ErrorOrder::observed));

/// The L1 error of the ball by adaptive steps whose ends are projected; mean over eight first steps.
double projectedBallError(ProjectionMode mode, double tolerance) {
  return meanOverPhases(8, [&](double phase) {
    const Academic problem = ball();
    Model model(0.0, problem.T);
    model.setScales({1.0, 1.0, 1.0});
    const LagrangianLinearTIDS& mass = problem.exact.addTo(model).mass;
    StepControl control = uniformControl(tolerance);
    control.firstStep = 1e-3 * (1.0 + phase);
    AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5), LCP(), control);
    simulation.setProjection({.mode = mode});
    GridNorm norm;
    simulation.run([&](const Simulation& s) { norm.add(1e-2, mass.q()[0] - problem.exact.at(s.time()).q); });
    return norm.value();
  });
}

// Positions that are projected leave no penetration; what they were before counts.
TEST(AdaptiveSteps, FollowTheToleranceWithProjection) {
  for (const ProjectionMode mode : {ProjectionMode::direct, ProjectionMode::combined}) {
    double before = infinity;
    for (double tolerance = 1e-2; tolerance > 0.9e-6; tolerance *= 0.1) {
      const double error = projectedBallError(mode, tolerance);
      EXPECT_LT(error, 2.0 * before) << tolerance;
      before = error;
    }
    EXPECT_LT(before, 1e-5);
  }
}

/// Fixed steps that are twenty times as many leave a larger error.
void expectTwentyTimesFewer(const Academic& problem, double tolerance) {
  StepControl control = uniformControl(tolerance);
  const AdaptiveRun adaptive = meanOverFirstSteps(problem, control);
  const AdaptiveRun fixed = runWithFixedSteps(problem, problem.T / (20.0 * adaptive.computed));
  EXPECT_GE(fixed.computed, 18.9 * adaptive.computed) << problem.name;  // h is 1 to 1.09 times that
  EXPECT_GT(fixed.error, adaptive.error) << problem.name;
}

TEST(AdaptiveSteps, AreTwentyTimesFewerThanFixedOnes) {
  expectTwentyTimesFewer(ball(), 1e-5);
  expectTwentyTimesFewer(oscillator(), 1e-6);
  expectTwentyTimesFewer(pressedOscillator(), 1e-6);
}

// Steps of h and of h/2 fall through the floor alike, exactly on the parabola: their difference says nothing, and the impact
// comes late by whatever the step is then.
TEST(AdaptiveSteps, DoNotConvergeWithoutControlOfViolations) {
  for (double tolerance = 1e-3; tolerance > 0.9e-7; tolerance *= 0.1) {
    StepControl control = uniformControl(tolerance);
    control.violationTolerance = infinity;
    EXPECT_GT(meanOverFirstSteps(ball(), control).error, 2e-3) << tolerance;
  }
}

// The whole violation would stay in the error of every later step: a contact at rest keeps it.
TEST(AdaptiveSteps, GrowAtRest) {
  const AdaptiveRun run = runAdaptively(pressedOscillator(), uniformControl(1e-4), 18.0);
  EXPECT_GT(run.report.lastStep, 0.3);
}

// With two columns the values that are kept are of order three where motion is smooth, for the same steps.
TEST(AdaptiveSteps, AreMoreAccurateWhenExtrapolated) {
  for (const Academic& problem : {oscillator(), pressedOscillator()}) {
    StepControl control = uniformControl(1e-6);
    const AdaptiveRun plain = meanOverFirstSteps(problem, control);
    control.extrapolation = 2;
    const AdaptiveRun extrapolated = meanOverFirstSteps(problem, control);
    EXPECT_LT(extrapolated.error, 0.05 * plain.error) << problem.name;
    EXPECT_LT(extrapolated.computed, 1.2 * plain.computed) << problem.name;
  }
}

TEST(AdaptiveSteps, FollowAPiController) {
  double before = infinity;
  for (double tolerance = 1e-2; tolerance > 0.9e-6; tolerance *= 0.1) {
    StepControl control = uniformControl(tolerance);
    control.pi = true;
    const AdaptiveRun run = meanOverFirstSteps(oscillator(), control);
    EXPECT_LT(run.error, 0.5 * before);
    before = run.error;
  }
}

TEST(AdaptiveSteps, CountVelocitiesOnRequest) {
  StepControl control = uniformControl(1e-6);
  const AdaptiveRun positions = meanOverFirstSteps(oscillator(), control);
  control.velocities = true;
  const AdaptiveRun both = meanOverFirstSteps(oscillator(), control);
  EXPECT_GT(both.computed, positions.computed);
  EXPECT_LT(both.error, positions.error);
}

/// The error of a pendulum q'' = -sin q at t = 2 by steps of a fixed length, which are extrapolated.
double pendulumError(double h, int columns, double reference) {
  Model model(0.0, 2.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& pendulum = model.add<LagrangianDS>(Vector::Constant(1, 2.0), Vector::Zero(1), Matrix::Identity(1, 1));
  pendulum.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); },
                   [](double, VectorConstRef q, VectorConstRef, MatrixRef dq) { dq(0, 0) = std::cos(q[0]); },
                   [](double, VectorConstRef, VectorConstRef, MatrixRef dv) { dv.setZero(); });
  StepControl control = uniformControl(1e3);
  control.firstStep = control.maxStep = h;
  control.extrapolation = columns;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 2.0), MoreauJeanOSI(0.5), LCP(), control);
  simulation.setNewtonOptions({1e-14});
  simulation.run();
  return pendulum.q()[0] - reference;
}

// The trapezoidal rule is symmetric, so that its error has even powers of h alone, and a column adds two orders.
TEST(Extrapolation, RaisesTheOrderByTwo) {
  const double reference = pendulumError(1.0 / 64.0, 4, 0.0);
  for (int columns = 1; columns <= 3; ++columns) {
    const double coarse = pendulumError(1.0 / 8.0, columns, reference);
    const double fine = pendulumError(1.0 / 16.0, columns, reference);
    EXPECT_NEAR(std::log2(std::abs(coarse / fine)), 2.0 * columns, 0.2) << columns;
  }
}

/// The error of a pendulum of length 1 on an equality, before it passes its lowest point.
double equalityPendulumError(double tolerance) {
  constexpr double T = 1.5;
  Model model(0.0, T);
  model.setScales({1.0, 1.0, 1.0});
  auto& mass = model.add<LagrangianDS>(Vector{{std::sin(1.0), -std::cos(1.0)}}, Vector::Zero(2),
                                       Matrix(Matrix::Identity(2, 2)));
  mass.setFExt(Vector{{0.0, -1.0}});
  model.link(EqualityConditionNSL(1),
             LagrangianScleronomousR(
                 1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                 [](VectorConstRef q, MatrixRef H) { H = q.transpose(); }),
             mass);
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, T), MoreauJeanOSI(0.5),
                                  uniformControl(tolerance));
  simulation.run();
  return std::abs(mass.q()[0] - stoppedPendulum(T));
}

// Impulses along the H of one end of a step cost an order, and the estimate knows: their velocities count, whose errors positions
// show only later.
TEST(AdaptiveSteps, FollowTheToleranceOnEqualities) {
  double before = infinity;
  for (double tolerance = 1e-3; tolerance > 0.9e-7; tolerance *= 0.1) {
    const double error = equalityPendulumError(tolerance);
    EXPECT_LT(error, 0.7 * before) << tolerance;
    before = error;
  }
  EXPECT_LT(before, 1e-3);
}

}  // namespace
}  // namespace nsds::test::accuracy_test
