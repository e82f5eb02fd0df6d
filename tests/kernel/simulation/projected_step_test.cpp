// A step with projection as a step: states, failures, check functions, the search of the combined mode.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>
#include <string>

#include "kernel/models.hpp"

namespace nsds::projected_step_test {
namespace {

using test::addBall;
using test::linkGround;
using test::Trial;

/// A pendulum and a ball that bounces, with a law of friction: every step projects.
Trial pendulumAndBall() {
  Trial trial(0.0, 2.0);
  auto& mass = trial.model->add<LagrangianDS>(Vector{{1.0, 0.0}}, Vector::Zero(2), Matrix::Identity(2, 2));
  mass.setFExt([](double t, VectorRef f) { f << std::sin(t), -9.81; });
  trial.model->link(EqualityConditionNSL(1),
                    LagrangianScleronomousR(
                        1, [](VectorConstRef q, VectorRef y) { y[0] = 0.5 * (q.squaredNorm() - 1.0); },
                        [](VectorConstRef q, MatrixRef H) { H = q.transpose(); }),
                    mass);
  linkGround(*trial.model, addBall(*trial.model, 0.3), 0.6);
  trial.simulateWith(5e-3, MoreauJeanOSI(0.5));
  PositionProjection projection;
  projection.tolerance = 1e-12;
  trial.simulation->setProjection(projection);
  trial.simulation->initialize();
  return trial;
}

TEST(ProjectedStep, ReturnsToAStateToTheBit) {
  Trial trial = pendulumAndBall();
  trial.steps(100);
  const State state = trial.model->state();
  trial.steps(150);
  const State end = trial.model->state();
  trial.model->setState(state);
  EXPECT_EQ(trial.simulation->projectionReport().iterations, 0);
  trial.steps(150);
  EXPECT_TRUE(trial.model->state() == end);
}

TEST(ProjectedStep, EvaluatesForcesAndOutputsWhereItLeads) {
  Trial trial = pendulumAndBall();
  trial.steps(40);
  ASSERT_GT(trial.simulation->projectionReport().iterations, 0);
  const std::vector<double> values = trial.values();
  auto& mass = static_cast<LagrangianDS&>(*trial.model->nsds().systems().front());
  mass.setQ(Vector(mass.q()));  // everything is evaluated anew
  trial.simulation->initialize();
  EXPECT_EQ(trial.values(), values);
}

/// q = 0 and q = 1 at once.
TEST(ProjectedStep, ThatCannotHoldSaysSoAndLeavesTheStateToTheBit) {
  const auto incompatible = [](bool throws) {
    Trial trial(0.0, 1.0);
    auto& ball = addBall(*trial.model, 0.5, 0.0);
    for (const double b : {0.0, -1.0}) {
      trial.model->link(EqualityConditionNSL(1),
                        LagrangianScleronomousR(
                            1, [b](VectorConstRef q, VectorRef y) { y[0] = q[0] + b; },
                            [b](VectorConstRef, MatrixRef H) { H(0, 0) = b == 0.0 ? 1.0 : 1.5; }),
                        ball);
    }
    trial.simulation =
        std::make_unique<TimeStepping>(*trial.model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
    PositionProjection projection;
    projection.maxIterations = 3;
    projection.throwOnFailure = throws;
    trial.simulation->setProjection(projection);
    // What a singular system of equations leaves is for the projection to judge.
    trial.simulation->setCheckSolverFunction([](const SolverOutcome&) { return SolverAction::accept; });
    trial.simulation->acceptInitialState();
    trial.simulation->initialize();
    return trial;
  };
  Trial throwing = incompatible(true);
  const std::vector<double> values = throwing.values();
  throwing.simulation->computeOneStep();
  try {
    throwing.simulation->nextStep();
    FAIL() << "the constraints hold?";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("after 3 iterations"), std::string::npos) << error.what();
  }
  EXPECT_EQ(throwing.values(), values);
  EXPECT_EQ(throwing.simulation->step(), 0);

  Trial lenient = incompatible(false);
  std::string logged;
  lenient.model->setLogSink([&](LogLevel, std::string_view message) { logged += message; });
  lenient.step();
  EXPECT_NE(logged.find("after 3 iterations"), std::string::npos);
  EXPECT_EQ(lenient.simulation->step(), 1);
}

TEST(ProjectedStep, AsksTheCheckFunction) {
  Trial trial = pendulumAndBall();
  trial.steps(20);
  const std::vector<double> values = trial.values();
  int asked = 0;
  trial.simulation->setCheckSolverFunction([&](const SolverOutcome& outcome) {
    if (outcome.problem != "projection") return SolverAction::accept;
    return ++asked == 1 ? SolverAction::retry : SolverAction::reject;
  });
  trial.step();
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(trial.simulation->step(), 20);
  EXPECT_EQ(trial.simulation->statistics().rejectedSteps, 1);
  EXPECT_EQ(trial.values(), values);
  trial.simulation->clearCheckSolverFunction();
  trial.step();
  EXPECT_EQ(trial.simulation->step(), 21);
}

TEST(ProjectedStep, OfFrictionMovesAlongTheNormal) {
  Model model(0.0, 1.0);
  auto& ball = model.add<LagrangianLinearTIDS>(Vector{{-0.1, 0.3}}, Vector::Zero(2), Matrix::Identity(2, 2));
  auto& contact = model.link(NewtonImpactFrictionNSL(0.0, 0.0, 0.5, 2),
                             LagrangianLinearTIR(Matrix(Matrix::Identity(2, 2))), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(0.5));
  simulation.setProjection({});
  simulation.acceptInitialState();
  simulation.run();
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-15);
  EXPECT_EQ(ball.q()[1], 0.3);
  EXPECT_NEAR(simulation.projectionMultiplier(contact)[0], 0.1, 1e-15);
  EXPECT_EQ(simulation.projectionMultiplier(contact)[1], 0.0);
}

/// A prescribed degree of freedom stays where its velocity takes it; the other body makes way.
TEST(ProjectedStep, DoesNotMoveWhatIsPrescribed) {
  Model model(0.0, 1.0);
  auto& plate = addBall(model, 0.0, 0.0, 0.1);
  plate.prescribe(0, [](double) { return 0.25; });
  auto& ball = addBall(model, -0.5, 0.25, 1.0);
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}), plate, ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 1.0), MoreauJeanOSI(1.0));
  simulation.setProjection({});
  simulation.acceptInitialState();
  simulation.run();
  EXPECT_EQ(plate.q()[0], 0.25);
  EXPECT_NEAR(ball.q()[0], 0.25, 1e-14);
}

/// Five beads fall onto the ground: without a rule of activation no step ends with a penetration.
TEST(CombinedProjection, FindsTheContactsByTheirPositions) {
  Trial trial = test::beads();
  PositionProjection projection;
  projection.mode = ProjectionMode::combined;
  projection.tolerance = 1e-12;
  trial.simulation->setProjection(projection);
  const double limit = -1e-12 * trial.model->scales().length;
  int repeated = 0;
  trial.simulation->run([&](const Simulation& s) {
    const auto& simulation = static_cast<const TimeStepping&>(s);
    if (simulation.projectionReport().repetitions > 0) ++repeated;
    for (const auto& interaction : s.model().nsds().interactions()) ASSERT_GE(interaction->y()[0], limit);
  });
  EXPECT_GT(repeated, 5);
}

TEST(CombinedProjection, NeedsTheWholeStep) {
  Trial trial = test::beads();
  PositionProjection projection;
  projection.mode = ProjectionMode::combined;
  trial.simulation->setProjection(projection);
  EXPECT_THROW(trial.simulation->computeFreeStep(), Error);
  trial.step();
  trial.simulation->clearProjection();
  trial.simulation->computeFreeStep();
}

TEST(CombinedProjection, ReturnsToAStateToTheBit) {
  Trial trial = test::beads();
  PositionProjection projection;
  projection.mode = ProjectionMode::combined;
  trial.simulation->setProjection(projection);
  trial.steps(500);
  const State state = trial.model->state();
  trial.steps(200);
  const State end = trial.model->state();
  trial.model->setState(state);
  trial.steps(200);
  EXPECT_TRUE(trial.model->state() == end);
}

/// What a rule is told about the last step: also after a state was put back, and when interactions come.
TEST(Activation, KnowsWhatWasActive) {
  Model model(0.0, 10.0);
  auto& ball = addBall(model, 1.0);
  linkGround(model, ball, 0.5);
  bool closes = false;
  std::vector<bool> told;
  Activation activation;
  activation.rule = [&](const ActivationInput& input) {
    told.push_back(input.wasActive);
    return closes;
  };
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5, activation));
  const auto step = [&](bool active) {
    closes = active;
    told.clear();
    simulation.computeOneStep();
    simulation.nextStep();
  };
  step(true);
  EXPECT_EQ(told, std::vector<bool>{false});
  const State state = model.state();
  step(false);
  EXPECT_EQ(told, std::vector<bool>{true});
  step(true);
  EXPECT_EQ(told, std::vector<bool>{false});
  step(false);
  model.setState(state);
  step(true);
  EXPECT_EQ(told, std::vector<bool>{true});
  auto& second = addBall(model, 2.0);
  linkGround(model, second, 0.5);
  step(true);
  EXPECT_EQ(told, (std::vector<bool>{true, false}));
  step(true);
  EXPECT_EQ(told, (std::vector<bool>{true, true}));
  model.remove(ball);
  step(true);
  EXPECT_EQ(told, std::vector<bool>{true});
}

TEST(ProjectionOptions, AreChecked) {
  Trial trial = test::beads();
  TimeStepping& simulation = *trial.simulation;
  EXPECT_THROW(simulation.setProjection({.tolerance = 0.0}), InvalidArgument);
  EXPECT_THROW(simulation.setProjection({.tolerance = std::nan("")}), InvalidArgument);
  EXPECT_THROW(simulation.setProjection({.maxIterations = 0}), InvalidArgument);
  EXPECT_THROW(simulation.projectionMultiplier(*trial.model->nsds().interactions().front()), Error);
  EXPECT_EQ(simulation.projectionReport().iterations, 0);
  simulation.computeFreeStep();
  EXPECT_THROW(simulation.setProjection({}), Error);
  EXPECT_THROW(simulation.clearProjection(), Error);
}

TEST(ProjectionOptions, AreCheckedAgainstTheModel) {
  Trial trial = test::beads();
  trial.simulation->setProjection({.solver = Solver("no such solver")});
  EXPECT_THROW(trial.simulation->initialize(), InvalidArgument);
  Trial circuit = test::diodeBridge();
  circuit.simulation->setProjection({});
  EXPECT_THROW(circuit.simulation->initialize(), InvalidArgument);
}

}  // namespace
}  // namespace nsds::projected_step_test
