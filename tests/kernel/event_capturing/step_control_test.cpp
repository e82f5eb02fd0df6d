// Steps of the grid that are made of shorter ones, as long as an error per step allows.
#include <limits>

#include "kernel/error_text.hpp"
#include "kernel/event_capturing/exact_problems.hpp"

namespace nsds::test::step_control_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

enum class Scheme { lie, anyOrder };

std::unique_ptr<EventCapturing> makeControlled(Scheme scheme, Model& model, const StepControl& control,
                                               double spacing = 0.01) {
  const TimeDiscretisation grid(model.t0(), spacing);
  std::unique_ptr<EventCapturing> simulation;
  if (scheme == Scheme::anyOrder) {
    simulation = std::make_unique<AnyOrderTimeStepping>(model, grid, Bs3());
  } else {
    simulation = std::make_unique<SplittingTimeStepping>(model, grid, Bs3());
  }
  simulation->setStepControl(control);
  return simulation;
}

StepControl uniform(double tolerance, double firstStep = 1e-3) {
  StepControl control;
  control.relativeTolerance = control.absoluteTolerance = control.violationTolerance = tolerance;
  control.firstStep = firstStep;
  return control;
}

class ControlledScheme : public ::testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(Schemes, ControlledScheme, ::testing::Values(Scheme::lie, Scheme::anyOrder));

/// Errors of the samples over four decades of the tolerance, on the oscillator with impacts, the ball and the oscillator that comes
/// to rest; mean over eight first steps.
TEST_P(ControlledScheme, FollowsTheTolerance) {
  const struct {
    Problem (*make)(double);
    double T;
  } cases[] = {{problemA, 10.0}, {problemB, 4.0}, {problemC, 18.0}};
  // Any order is exact enough within a step of a fine grid.
  const double spacing = GetParam() == Scheme::anyOrder ? 0.5 : 0.01;
  for (const auto& c : cases) {
    double before = inf;
    for (double tolerance = 1e-2; tolerance > 0.9e-6; tolerance *= 0.1) {
      const double error = meanOverPhases(8, [&](double phase) {
        Problem p = c.make(c.T);
        const auto simulation =
            makeControlled(GetParam(), *p.model, uniform(tolerance, 1e-3 * (1.0 + phase)), spacing);
        return errorL1(p, *simulation);
      });
      EXPECT_LT(error, 2.0 * before) << c.T << ", tolerance " << tolerance;
      before = error;
    }
    EXPECT_LT(before, 4e-4) << c.T;
  }
}

/// A pendulum with a stop is of order three where it swings, and takes long steps there.
TEST_P(ControlledScheme, TakesLongStepsInSmoothMotion) {
  Problem p = problemP(4.0);
  const auto simulation = makeControlled(GetParam(), *p.model, uniform(1e-5), 4.0);
  simulation->run();
  const StepControlReport& report = simulation->stepControlReport();
  EXPECT_NEAR(p.system->q()[0], p.exact(4.0), 2e-3);
  EXPECT_GT(report.nonsmooth, 0);
  EXPECT_GT(report.largestStep, 0.05);
  EXPECT_EQ(simulation->time(), 4.0);
}

/// The grid is met whatever the steps are, and a state that is put back leads to the same bits.
TEST_P(ControlledScheme, IsContinuedBitForBit) {
  Problem p = problemC(18.0);
  const auto simulation = makeControlled(GetParam(), *p.model, uniform(1e-4), 0.5);
  simulation->initialize();
  for (int k = 0; k < 7; ++k) {
    simulation->computeOneStep();
    simulation->nextStep();
    EXPECT_EQ(simulation->time(), 0.5 * (k + 1));
  }
  const std::vector<std::byte> bytes = p.model->saveState();
  simulation->run();
  Problem other = problemC(18.0);
  const auto continued = makeControlled(GetParam(), *other.model, uniform(1e-4), 0.5);
  continued->initialize();
  other.model->restoreState(bytes);
  continued->run();
  EXPECT_EQ(other.system->q()[0], p.system->q()[0]);
  EXPECT_EQ(continued->stepControlReport().computed, simulation->stepControlReport().computed);
}

/// A function that fails in long steps is avoided by shorter ones; where none helps, its error is thrown and nothing has moved.
TEST_P(ControlledScheme, FailuresShortenSteps) {
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& ball = model.add<LagrangianDS>(scalar(0.1), scalar(-1.0), one);
  double forbidden = -0.05;
  ball.setFInt([&](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f[0] = q[0] < forbidden ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  });
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(one), ball);
  StepControl control = uniform(1e-3, 0.5);
  control.minStep = 1e-9;
  const auto simulation = makeControlled(GetParam(), model, control, 0.5);
  simulation->run();
  EXPECT_NEAR(ball.q()[0], 0.9, 3e-3);
  forbidden = 2.0;
  Model hopeless(0.0, 1.0);
  auto& other = hopeless.add<LagrangianDS>(scalar(0.1), scalar(-1.0), one);
  bool broken = false;
  other.setFInt([&](double, VectorConstRef, VectorConstRef, VectorRef f) {
    f[0] = broken ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  });
  const auto stuck = makeControlled(GetParam(), hopeless, control, 0.5);
  stuck->initialize();
  broken = true;
  EXPECT_TRUE(says(errorText<Error>([&] { stuck->computeOneStep(); }), "nan"));
  EXPECT_EQ(stuck->time(), 0.0);
  EXPECT_EQ(other.q()[0], 0.1);
  broken = false;
  stuck->run();
  EXPECT_EQ(stuck->time(), 1.0);
}

/// On a ball the impacts of its steps would be late by part of a step that neither positions nor gaps tell.
TEST(StrangSplitting, HasNoStepControl) {
  Problem p = problemB(1.0);
  SplittingTimeStepping simulation(*p.model, TimeDiscretisation(0.0, 0.1), Bs3(),
                                   SplittingOptions{.composition = SplittingComposition::strang});
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.setStepControl(uniform(1e-3)); }),
                   "Strang's composition has no step control"));
}

TEST_P(ControlledScheme, RefusesByName) {
  Problem p = problemA(1.0);
  StepControl control = uniform(1e-3);
  control.order = ErrorOrder::observed;
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { makeControlled(GetParam(), *p.model, control); }),
                   "observed orders and extrapolation"));
  Problem q = problemA(1.0);
  control = uniform(0.0);
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { makeControlled(GetParam(), *q.model, control); }),
                   "StepControl: absoluteTolerance = 0"));
  Problem r = problemA(3.0);
  control = uniform(1e-12, 0.2);
  control.minStep = 0.1;
  const auto simulation = makeControlled(GetParam(), *r.model, control, 0.5);
  EXPECT_TRUE(says(errorText<StepSizeError>([&] { simulation->run(); }), "minStep allows no shorter one"));
}

}  // namespace
}  // namespace nsds::test::step_control_test
