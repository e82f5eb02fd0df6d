// What event-capturing by smooth integrators refuses, what a step that fails leaves, and states that are put back.
#include <limits>

#include "kernel/error_text.hpp"
#include "kernel/event_capturing/exact_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::capturing_failures_test {
namespace {

std::unique_ptr<EventCapturing> makeScheme(bool splitting, Model& model, double h) {
  if (splitting)
    return std::make_unique<SplittingTimeStepping>(model, TimeDiscretisation(model.t0(), h), Rkf45());
  return std::make_unique<AnyOrderTimeStepping>(model, TimeDiscretisation(model.t0(), h), Rkf45());
}

class CapturingScheme : public ::testing::TestWithParam<bool> {
 protected:
  std::unique_ptr<EventCapturing> simulationOf(Model& model, double h) {
    return makeScheme(GetParam(), model, h);
  }
  std::string refusal(Model& model) {
    const auto simulation = simulationOf(model, 0.1);
    return errorText<InvalidArgument>([&] { simulation->initialize(); });
  }
};

INSTANTIATE_TEST_SUITE_P(Schemes, CapturingScheme, ::testing::Bool());

TEST_P(CapturingScheme, RefusesWhatItDoesNotTakeByName) {
  {
    Model model(0.0, 1.0);
    auto& ball = model.add<LagrangianDS>(scalar(-0.1), scalar(0.0), one);
    model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball).setName("floor");
    const std::string text = refusal(model);
    EXPECT_TRUE(says(text, "floor") && says(text, "-0.1")) << text;
  }
  {
    Model model(0.0, 1.0);
    auto& circuit = model.add<FirstOrderLinearDS>(scalar(1.0), Matrix(-one));
    circuit.setName("circuit");
    EXPECT_TRUE(says(refusal(model), "circuit"));
  }
  {
    Model model(0.0, 1.0);
    auto& ball = model.add<LagrangianDS>(Vector::Zero(3), Vector::Zero(3), Matrix(Matrix::Identity(3, 3)));
    model
        .link(NewtonImpactFrictionNSL(0.0, 0.0, 0.3, 3), LagrangianLinearTIR(Matrix(Matrix::Identity(3, 3))),
              ball)
        .setName("floor");
    const std::string text = refusal(model);
    EXPECT_TRUE(says(text, "floor") && says(text, "event-capturing")) << text;
  }
  {
    Model model(0.0, 1.0);
    auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
    model.link(EqualityConditionNSL(1), LagrangianLinearTIR(one), ball).setName("hinge");
    EXPECT_TRUE(says(refusal(model), "hinge"));
  }
}

TEST(CapturingArguments, AreCheckedByName) {
  Problem p = problemB(2.0);
  const auto anyOrder = [&](const AnyOrderOptions& options) {
    return errorText<InvalidArgument>(
        [&] { AnyOrderTimeStepping(*p.model, TimeDiscretisation(0.0, 0.1), Dopri5(), options); });
  };
  for (const double bracket : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_TRUE(says(anyOrder({.bracket = bracket}), "bracket"));
  EXPECT_TRUE(says(anyOrder({.maxEventsPerStep = 0}), "events"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] {
                     SplittingTimeStepping(*p.model, TimeDiscretisation(0.0, 0.1), nullptr, nullptr, {});
                   }),
                   "integrator"));
  EXPECT_TRUE(says(errorText<InvalidArgument>(
                       [&] { SplittingTimeStepping(*p.model, TimeDiscretisation(1.0, 0.1), Dopri5()); }),
                   "begins at"));
  AnyOrderTimeStepping simulation(*p.model, TimeDiscretisation(0.0, 0.1), Dopri5());
  EXPECT_TRUE(says(errorText([&] { simulation.impulse(*p.contact); }), "initialize"));
  EXPECT_TRUE(says(errorText([&] { simulation.impactProblem(); }), "initialize"));
  EXPECT_TRUE(says(errorText<InvalidArgument>([&] { simulation.indexSet(3); }), "level 3"));
  EXPECT_TRUE(says(errorText([&] { simulation.nextStep(); }), "computeOneStep"));
  simulation.computeOneStep();
  EXPECT_TRUE(says(errorText([&] { simulation.computeOneStep(); }), "nextStep"));
  EXPECT_TRUE(says(errorText([&] { simulation.initialize(); }), "nextStep"));
  EXPECT_TRUE(says(errorText([&] { simulation.saveState(); }), "nextStep"));
  simulation.nextStep();
  simulation.run();
  EXPECT_TRUE(says(errorText([&] { simulation.computeOneStep(); }), "no step left"));
}

/// A force that is not a number is named, and the step that met it has not taken place.
TEST_P(CapturingScheme, ANumberThatIsNoneIsNamedAndNothingMoves) {
  Model model(0.0, 2.0);
  bool broken = false;
  auto& ball = model.add<LagrangianDS>(scalar(1.0), scalar(0.0), one);
  ball.setName("ball");
  ball.setFExt([&](double t, VectorRef f) { f[0] = broken && t > 0.9 ? nan : -2.0; });
  model.link(NewtonImpactNSL(0.5), LagrangianLinearTIR(one), ball);
  const auto simulation = simulationOf(model, 0.1);
  while (simulation->time() < 0.85) {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  const double t = simulation->time(), q = ball.q()[0], v = ball.v()[0];
  broken = true;
  for (int i = 0; i < 2; ++i) {
    const std::string text = errorText<Error>([&] {
      while (simulation->hasNextEvent()) {
        simulation->computeOneStep();
        simulation->nextStep();
      }
    });
    EXPECT_TRUE(says(text, "ball")) << text;
    EXPECT_LT(simulation->time(), 1.0);
    EXPECT_TRUE(std::isfinite(ball.q()[0]) && std::isfinite(ball.v()[0]));
  }
  EXPECT_NEAR(ball.q()[0] + 0.0 * t, q + v * (simulation->time() - t) - std::pow(simulation->time() - t, 2),
              1e-12);
  broken = false;
  simulation->run();
  EXPECT_EQ(simulation->time(), 2.0);
}

std::vector<double> course(Problem& p, EventCapturing& simulation) {
  std::vector<double> numbers;
  while (simulation.hasNextEvent()) {
    simulation.computeOneStep();
    simulation.nextStep();
    for (const double x : {p.system->q()[0], p.system->v()[0], p.contact->lambda()[0],
                           simulation.impulse(*p.contact)[0], static_cast<double>(simulation.impacts())})
      numbers.push_back(x);
  }
  return numbers;
}

/// A check function that rejects the solve of an impact leaves the bits from before the step, those of an integrator with a memory
/// too, and what follows is as if it had not.
TEST_P(CapturingScheme, ARejectedImpactLeavesTheBitsFromBeforeTheStep) {
  const auto makeAlpha = [&](Model& model) -> std::unique_ptr<EventCapturing> {
    const TimeDiscretisation grid(0.0, 0.3);
    if (GetParam()) return std::make_unique<SplittingTimeStepping>(model, grid, GeneralizedAlpha());
    return std::make_unique<AnyOrderTimeStepping>(model, grid, GeneralizedAlpha());
  };
  Problem undisturbed = problemA(3.0);
  const std::vector<double> expected = course(undisturbed, *makeAlpha(*undisturbed.model));
  Problem p = problemA(3.0);
  const auto simulation = makeAlpha(*p.model);
  bool reject = true;
  simulation->setCheckSolverFunction([&](const SolverOutcome&) {
    reject = !reject;
    return reject ? SolverAction::accept : SolverAction::reject;
  });
  std::vector<double> numbers;
  int failed = 0;
  simulation->initialize();
  while (simulation->hasNextEvent()) {
    const std::vector<std::byte> before = p.model->saveState();
    try {
      simulation->computeOneStep();
      simulation->nextStep();
    } catch (const SolverError&) {
      ++failed;
      EXPECT_EQ(p.model->saveState(), before);
      continue;
    }
    numbers.push_back(p.system->q()[0]);
  }
  EXPECT_GE(failed, 1);
  std::vector<double> positions;
  for (std::size_t i = 0; i < expected.size(); i += 5) positions.push_back(expected[i]);
  EXPECT_EQ(numbers, positions);
}

/// Through impacts, the accumulation and rest, from any step.
TEST_P(CapturingScheme, AStateThatIsPutBackLeadsToTheSameBits) {
  for (const int steps : {0, 3, 11, 25, 40}) {
    Problem p = problemB(4.0);
    const auto simulation = simulationOf(*p.model, 0.09);
    simulation->initialize();
    for (int k = 0; k < steps; ++k) {
      simulation->computeOneStep();
      simulation->nextStep();
    }
    const State state = p.model->state();
    const std::vector<double> once = course(p, *simulation);
    p.model->setState(state);
    EXPECT_EQ(course(p, *simulation), once) << steps;
    // In another model, from bytes
    p.model->setState(state);
    const std::vector<std::byte> bytes = p.model->saveState();
    Problem other = problemB(4.0);
    const auto continued = simulationOf(*other.model, 0.09);
    continued->initialize();
    other.model->restoreState(bytes);
    EXPECT_EQ(course(other, *continued), once) << steps;
  }
}

/// The user moves the body and changes the law between steps.
TEST_P(CapturingScheme, ChangesBetweenStepsAreTakenUp) {
  Problem p = problemB(4.0);
  const auto simulation = simulationOf(*p.model, 0.02);
  while (simulation->time() < 3.89) {
    simulation->computeOneStep();
    simulation->nextStep();
  }
  EXPECT_NEAR(p.contact->lambda()[0], 2.0, 1e-12);
  p.system->setQ(scalar(0.25));
  simulation->computeOneStep();
  simulation->nextStep();
  EXPECT_EQ(p.contact->lambda()[0], 0.0);
  EXPECT_NEAR(p.system->q()[0], 0.25 - 0.0004, 1e-9);
}

TEST(AnyOrderFailures, TooManyEventsAreNamed) {
  Problem p = problemB(4.0);
  p.contact->setName("floor");
  AnyOrderTimeStepping simulation(*p.model, TimeDiscretisation(0.0, 0.5), Dopri5(),
                                  AnyOrderOptions{.maxEventsPerStep = 3});
  const std::string text = errorText<Error>([&] { simulation.run(); });
  EXPECT_TRUE(says(text, "3 events") && says(text, "floor")) << text;
  EXPECT_EQ(simulation.time(), 2.5);
}

}  // namespace
}  // namespace nsds::test::capturing_failures_test
