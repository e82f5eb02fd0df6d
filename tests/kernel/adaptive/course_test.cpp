// The course of adaptive simulation: samples, ends of steps, states, what fails, what is refused.
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "kernel/adaptive/academic.hpp"
#include "kernel/error_text.hpp"
#include "support/numbers.hpp"

namespace nsds::test::course_test {
namespace {

struct Case {
  explicit Case(const Academic& problem, const StepControl& control = uniformControl(1e-4),
                double spacing = 0.25)
      : model(0.0, problem.T),
        parts(problem.exact.addTo(model)),
        point(parts.mass),
        contact(parts.contact),
        simulation(model, TimeDiscretisation(0.0, spacing), MoreauJeanOSI(0.5), LCP(), control) {
    model.setScales({1.0, 1.0, 1.0});
  }
  void step() {
    simulation.computeOneStep();
    simulation.nextStep();
  }

  Model model;
  ImpactingMass::Parts parts;
  LagrangianLinearTIDS& point;
  Interaction& contact;
  AdaptiveTimeStepping simulation;
};

TEST(Sampling, DoesNotChangeTheSteps) {
  Case often(oscillator(), uniformControl(1e-4), 1.0 / 64.0);
  Case seldom(oscillator(), uniformControl(1e-4), 2.5);
  often.simulation.run();
  seldom.simulation.run();
  EXPECT_EQ(often.point.q()[0], seldom.point.q()[0]);
  EXPECT_EQ(often.simulation.stepControlReport().computed, seldom.simulation.stepControlReport().computed);
}

TEST(Sampling, IsAtTheInstantsAsked) {
  Case run(ball());
  for (int k = 1; k <= 16; ++k) {
    run.step();
    EXPECT_EQ(run.simulation.time(), 0.25 * k);
    EXPECT_NEAR(run.point.q()[0], ball().exact.at(0.25 * k).q, 1e-3);
  }
  EXPECT_FALSE(run.simulation.hasNextEvent());
}

// Free fall is a parabola, which is exact between the ends of a step too.
TEST(Sampling, IsExactOnParabolas) {
  Case run(ball(), uniformControl(1e-4), 1.0 / 128.0);
  while (run.simulation.time() < 0.9) {
    run.step();
    const double t = run.simulation.time();
    EXPECT_NEAR(run.point.q()[0], 1.0 - t * t, 1e-13);
    EXPECT_NEAR(run.point.v()[0], -2.0 * t, 1e-12);
  }
}

TEST(AdaptiveState, ContinuesBitForBit) {
  Case run(pressedOscillator());
  for (int k = 0; k < 7; ++k) run.step();  // within a step
  const State middle = run.model.state();
  const std::vector<std::byte> bytes = run.model.saveState();
  run.simulation.run();
  const std::vector<double> last = run.model.nsds().flat().values();
  const std::int64_t computed = run.simulation.stepControlReport().computed;
  run.model.setState(middle);
  EXPECT_TRUE(run.model.state() == middle);
  run.simulation.run();
  EXPECT_EQ(run.model.nsds().flat().values(), last);
  EXPECT_EQ(run.simulation.stepControlReport().computed, computed);

  Case other(pressedOscillator());
  other.simulation.initialize();
  other.model.restoreState(bytes);
  other.simulation.run();
  EXPECT_EQ(other.model.nsds().flat().values(), last);
}

TEST(AdaptiveState, DamagedBytesAreRefused) {
  Case run(ball());
  for (int k = 0; k < 3; ++k) run.step();
  std::vector<std::byte> bytes = run.model.saveState();
  bytes.resize(bytes.size() / 2);
  EXPECT_THROW(run.model.restoreState(bytes), InvalidArgument);
}

// What the user sets at a sample counts from there, not from the end of the step that went on.
TEST(Sampling, TakesUpWhatTheUserChangesThere) {
  Case run(ball(), uniformControl(1e-6), 0.5);
  run.step();
  run.point.setV(Vector::Constant(1, 0.0));
  run.step();
  EXPECT_NEAR(run.point.q()[0], 0.75 - 0.25, 1e-5);
}

// A load that jumps within a step costs short steps around it; one that ends there costs none.
TEST(Ends, OfStepsAreWhereTheyAreAsked) {
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& point = model.add<LagrangianDS>(Vector::Zero(1), Vector::Zero(1), Matrix::Identity(1, 1));
  point.setFExt([](double t, VectorRef f) { f[0] = t <= 0.3 ? 0.0 : 2.0; });
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(1.0), LCP(),
                                  uniformControl(1e-5));
  simulation.endStepAt(0.3);
  simulation.run();
  EXPECT_NEAR(point.q()[0], 0.49, 5e-3);
  EXPECT_NE(errorText([&] { simulation.endStepAt(0.2); }).find("cannot end at t = 0.2"), std::string::npos);
}

// The force is not defined below -1/2, where the first length that is tried ends; shorter ones stay above.
TEST(Failures, OfStepsThatAreTooLongAreTriedAgain) {
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& point =
      model.add<LagrangianDS>(Vector::Constant(1, 0.1), Vector::Constant(1, -1.0), Matrix::Identity(1, 1));
  point.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f[0] = q[0] < -0.5 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  });
  model.link(NewtonImpactNSL(1.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), point);
  StepControl control = uniformControl(1e-3);
  control.firstStep = 1.0;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(0.5), LCP(), control);
  simulation.run();
  EXPECT_GT(simulation.stepControlReport().failed, 0);
  EXPECT_NEAR(point.q()[0], 0.9, 3e-3);
}

// Where no length helps the error of the function itself is thrown, and the model is at the begin of the step.
TEST(Failures, ThatNoLengthAvoidsAreThrown) {
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& point =
      model.add<LagrangianDS>(Vector::Constant(1, 1.0), Vector::Constant(1, -4.0), Matrix::Identity(1, 1));
  point.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) {
    f[0] = q[0] < 0.0 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  });
  StepControl control = uniformControl(1e-3);
  control.minStep = 1e-6;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 0.5), MoreauJeanOSI(0.5), LCP(), control);
  simulation.initialize();
  const std::string message = errorText([&] { simulation.run(); });
  EXPECT_NE(message.find("returned nan"), std::string::npos) << message;
  EXPECT_GE(point.q()[0], 0.0);
  EXPECT_NEAR(simulation.time(), 0.25, 1e-4);
  EXPECT_EQ(errorText([&] { simulation.run(); }), message);
}

// What a function throws that is no error of the kernel ends the run at the begin of the step, not in the middle of a trial.
TEST(Failures, OfAnotherKindArePassedOnAtTheBeginOfTheStep) {
  Model model(0.0, 1.0);
  model.setScales({1.0, 1.0, 1.0});
  auto& point =
      model.add<LagrangianDS>(Vector::Constant(1, 0.0), Vector::Constant(1, 1.0), Matrix::Identity(1, 1));
  point.setFExt([](double t, VectorRef f) {
    if (t > 0.5) throw std::runtime_error("the load cell is broken");
    f[0] = 0.0;
  });
  StepControl control = uniformControl(1e-3);
  control.firstStep = control.maxStep = 0.3;
  AdaptiveTimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(1.0), LCP(), control);
  EXPECT_THROW(simulation.run(), std::runtime_error);
  EXPECT_EQ(simulation.time(), 0.3);
  EXPECT_NEAR(point.q()[0], 0.3, 1e-15);
  EXPECT_EQ(simulation.stepControlReport().failed, 0);
}

TEST(Ends, OfStepsAreWhereJumpsAreDeclared) {
  Case run(ball(), uniformControl(1e-4), 1.0);
  run.simulation.declareJump(0.123);
  EXPECT_NE(errorText([&] { run.simulation.declareJump(4.5); }).find("where no step ends"),
            std::string::npos);
}

// The weight of a ball at rest, whatever the length of the substep is that the impulse belongs to.
TEST(Multipliers, AreForcesTimesAFactor) {
  Case run(ball(), uniformControl(1e-4), 0.25);
  EXPECT_EQ(run.simulation.forcesPerMultiplier(), 0.0);
  run.simulation.run();
  const double force = run.contact.lambda()[0] * run.simulation.forcesPerMultiplier();
  EXPECT_NEAR(force, 2.0, 1e-3);  // the last step closes a gap of the size of the tolerance
}

TEST(Failures, NeverMakeStepsBelowTheShortest) {
  StepControl control = uniformControl(1e-7);
  control.firstStep = 1.3e-2;
  control.minStep = 1e-3;
  control.atMinStep = ShortestStep::accept;
  Case run(oscillator(), control, 10.0);
  run.simulation.run();
  EXPECT_GE(run.simulation.stepControlReport().smallestStep, 1e-3);
  EXPECT_LT(run.simulation.stepControlReport().smallestStep, 1.5e-3);
}

TEST(Failures, BelowTheShortestStepAreNamedOrAccepted) {
  StepControl control = uniformControl(1e-9);
  control.minStep = 1e-3;
  Case refused(oscillator(), control);
  const std::string message = errorText([&] { refused.simulation.run(); });
  EXPECT_NE(message.find("minStep allows no shorter one"), std::string::npos) << message;
  control.atMinStep = ShortestStep::accept;
  Case accepted(oscillator(), control);
  int warnings = 0;
  accepted.model.setLogSink(
      [&](LogLevel level, std::string_view) { warnings += level == LogLevel::warning; });
  accepted.simulation.run();
  EXPECT_GT(accepted.simulation.stepControlReport().shortest, 0);
  EXPECT_EQ(warnings, 1);
}

TEST(Failures, OfTooManyStepsAreNamed) {
  StepControl control = uniformControl(1e-7);
  control.maxStepsBetweenSamples = 20;
  Case run(oscillator(), control, 2.5);
  const std::string message = errorText([&] { run.simulation.run(); });
  EXPECT_NE(message.find("20 steps have not led from one sample to the next"), std::string::npos) << message;
}

TEST(CheckFunction, ThatRejectsShortensTheStep) {
  Case run(ball());
  int asked = 0;
  run.simulation.setCheckSolverFunction(
      [&](const SolverOutcome&) { return ++asked % 50 == 0 ? SolverAction::reject : SolverAction::accept; });
  run.simulation.run();
  EXPECT_EQ(run.simulation.time(), 4.0);
  EXPECT_GT(run.simulation.stepControlReport().rejected, 0);
}

TEST(CheckFunction, ThatStopsEndsTheRunAtTheBeginOfItsStep) {
  Case run(ball());
  run.simulation.setCheckSolverFunction([&](const SolverOutcome&) { return SolverAction::stop; });
  run.simulation.run();
  EXPECT_TRUE(run.simulation.stopped());
  const double t = run.simulation.time();
  EXPECT_LT(t, 1.0);
  EXPECT_NEAR(run.point.q()[0], 1.0 - t * t, 1e-12);
}

TEST(ManualLoop, IsRefused) {
  Case run(ball());
  EXPECT_NE(errorText([&] { run.simulation.computeFreeStep(); }).find("call computeOneStep()"),
            std::string::npos);
  run.simulation.computeOneStep();
  EXPECT_NE(errorText([&] { run.simulation.computeOneStep(); }).find("followed by nextStep()"),
            std::string::npos);
}

// What adds up steps would miss those between samples.
TEST(BadInput, IsAnObserverOfEveryStep) {
  Case energies(ball());
  EnergyBalance balance;
  EXPECT_NE(errorText([&] { energies.simulation.run(balance); }).find("observers see samples alone"),
            std::string::npos);
  Case laws(ball());
  Complementarity complementarity;
  EXPECT_NE(errorText([&] { laws.simulation.run(complementarity); }).find("observers see samples alone"),
            std::string::npos);
}

// Their error is no series in even powers of the step.
TEST(BadInput, IsExtrapolationOfSchemesThatAreNotSymmetric) {
  Model model(0.0, 1.0);
  StepControl control;
  control.extrapolation = 2;
  const std::string message =
      errorText([&] { AdaptiveTimeStepping(model, TimeDiscretisation(0.0, 0.1), D1MinusOSI(), control); });
  EXPECT_NE(message.find("results of D1MinusOSI are not extrapolated"), std::string::npos) << message;
}

TEST(BadInput, IsNamed) {
  const auto refused = [](const char* name, auto set) {
    StepControl control;
    set(control);
    const std::string message = errorText([&] { Case run(ball(), control); });
    EXPECT_NE(message.find(std::string("StepControl: ") + name + " = "), std::string::npos) << message;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {-1.0, nan, infinity}) {
    refused("relativeTolerance", [&](StepControl& c) { c.relativeTolerance = value; });
    refused("absoluteTolerance", [&](StepControl& c) { c.absoluteTolerance = value; });
    refused("safety", [&](StepControl& c) { c.safety = value; });
    refused("shrinking", [&](StepControl& c) { c.shrinking = value; });
    refused("growth", [&](StepControl& c) { c.growth = value; });
    refused("firstStep", [&](StepControl& c) { c.firstStep = value; });
    refused("minStep", [&](StepControl& c) { c.minStep = value; });
    refused("maxStep", [&](StepControl& c) { c.maxStep = value; });
  }
  refused("violationTolerance", [&](StepControl& c) { c.violationTolerance = 0.0; });
  refused("absoluteTolerance", [&](StepControl& c) { c.absoluteTolerance = 0.0; });
  refused("extrapolation", [&](StepControl& c) { c.extrapolation = 5; });
  refused("maxStepsBetweenSamples", [&](StepControl& c) { c.maxStepsBetweenSamples = 0; });
  refused("minStep", [&](StepControl& c) { c.minStep = 1.0, c.maxStep = 0.5; });
  refused("firstStep", [&](StepControl& c) { c.minStep = 1e-2, c.firstStep = 1e-3; });
  refused("firstStep", [&](StepControl& c) { c.firstStep = 1.0, c.maxStep = 0.5; });
  refused("extrapolation", [&](StepControl& c) { c.extrapolation = 2, c.order = ErrorOrder::one; });
}

}  // namespace
}  // namespace nsds::test::course_test
