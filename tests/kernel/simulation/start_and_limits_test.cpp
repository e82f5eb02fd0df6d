// Starts that do not fit, steps that overflow, steps far from t = 0, and a step that fails while relations
// are activated.
#include <gtest/gtest.h>

#include <limits>
#include <nsds/kernel.hpp>
#include <stdexcept>

namespace nsds::start_and_limits_test {
namespace {

LagrangianLinearTIDS& addBall(Model& model, double height, double force) {
  auto& ball =
      model.add<LagrangianLinearTIDS>(Vector::Constant(1, height), Vector::Zero(1), Matrix::Identity(1, 1));
  ball.setFExt(Vector::Constant(1, force));
  return ball;
}

TEST(InitialPenetration, IsRefusedEveryTimeAndAcceptedOnRequest) {
  Model model(0.0, 1.0);
  auto& ball = addBall(model, -0.5, -1.0);
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball).setName("floor");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
  for (int attempt = 0; attempt < 2; ++attempt) {
    try {
      simulation.initialize();
      FAIL() << "attempt " << attempt;
    } catch (const InvalidArgument& error) {
      EXPECT_NE(std::string(error.what()).find("floor"), std::string::npos) << error.what();
    }
  }
  simulation.acceptInitialState();
  simulation.run();
  EXPECT_EQ(ball.q()[0], -0.5);  // a scheme at velocity level keeps it
}

/// A model that steps have been made ready for, and that is then given a contact which is penetrated.
TEST(InitialPenetration, OfAContactThatIsLinkedLaterIsRefusedEveryTime) {
  Model model(0.0, 1.0);
  auto& ball = addBall(model, -0.5, -1.0);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
  simulation.initialize();
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball).setName("floor");
  for (int attempt = 0; attempt < 2; ++attempt) EXPECT_THROW(simulation.computeOneStep(), InvalidArgument);
  EXPECT_THROW(simulation.computeFreeStep(), InvalidArgument);
  simulation.acceptInitialState();
  simulation.run();
  EXPECT_EQ(ball.q()[0], -0.5);
}

/// Users change between steps what a step has to do; these tests check that the next step takes up each kind of change.
TEST(PlainSteps, TakeUpWhatIsSetBetweenThem) {
  Model model(0.0, 1.0);
  auto& ball = addBall(model, 0.1, -1.0);
  model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), ball);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
  };
  for (int k = 0; k < 3; ++k) step();
  const double v = ball.v()[0];
  EXPECT_NEAR(v, -0.3, 1e-15);
  ball.setFExt(Vector::Constant(1, 0.0));
  step();
  EXPECT_EQ(ball.v()[0], v);
  ball.setQ(Vector::Constant(1, -0.001));
  ball.setV(Vector::Constant(1, -1.0));
  step();
  EXPECT_EQ(ball.v()[0], 0.0);
  EXPECT_NEAR(ball.q()[0], -0.051, 1e-15);  // by half of the velocity from before the impact
  simulation.setProjection({});
  step();
  EXPECT_NEAR(ball.q()[0], 0.0, 1e-12);
  simulation.clearProjection();
  ball.setFExt(Vector::Constant(1, 1.0));
  step();
  step();
  EXPECT_GT(ball.v()[0], 0.15);
}

TEST(Overflow, OfAVelocityIsAnErrorAndLeavesTheState) {
  Model model(0.0, 100.0);
  addBall(model, 1.0, std::numeric_limits<double>::max()).setName("projectile");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 10.0), MoreauJeanOSI(0.5), LCP());
  simulation.initialize();
  const State before = model.state();
  try {
    simulation.computeOneStep();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("projectile"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(before == model.state());
}

/// t_k is rounded to about 2e-7 at t0 = 1.7e9; the lengths of the steps are not.
TEST(TimeDiscretisationFarFromZero, HasEqualSteps) {
  TimeDiscretisation discretisation(1.7e9, 1e-4);
  discretisation.setEnd(1.7e9 + 0.1);
  for (std::int64_t k = 0; k + 1 < discretisation.steps(); ++k) ASSERT_EQ(discretisation.step(k), 1e-4);
}

/// Three balls rest on the ground. A rule that throws at the third relation leaves nothing behind: the next
/// step sees all three, and each stays at rest.
TEST(FailedActivation, LeavesNoMatrixOfAnotherActiveSet) {
  Model model(0.0, 1.0);
  std::vector<LagrangianLinearTIDS*> balls;
  for (int i = 0; i < 3; ++i) {
    balls.push_back(&addBall(model, 0.0, -1.0));
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), *balls.back());
  }
  int calls = 0;
  int failing = -1;
  Activation activation;
  activation.rule = [&](const ActivationInput& input) {
    if (++calls == failing) throw std::runtime_error("the rule fails");
    return input.y <= 1e-12;
  };
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5, activation), LCP());
  simulation.computeOneStep();
  simulation.nextStep();
  failing = calls + 3;
  EXPECT_THROW(simulation.computeOneStep(), std::runtime_error);
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_EQ(simulation.indexSet(1).size(), 3u);
  for (const auto* ball : balls) EXPECT_EQ(ball->v()[0], 0.0);
}

TEST(SolverOptions, LeaveReuseToTheFormulation) {
  EXPECT_THROW(LCP(Solver("lemke").set("reuse", "values")), InvalidArgument);
}

TEST(TwoSimulations, OnOneModelDoNotStepPastEachOther) {
  Model model(0.0, 1.0);
  auto& ball = addBall(model, 1.0, -1.0);
  TimeStepping coarse(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5), LCP());
  TimeStepping fine(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
  coarse.computeOneStep();
  coarse.nextStep();
  const double moved = ball.q()[0];
  EXPECT_THROW(fine.computeOneStep(), Error);
  EXPECT_EQ(ball.q()[0], moved);
  coarse.run();
  EXPECT_EQ(model.nsds().time(), 1.0);
}

/// A mass held by a spring against its weight: 0.3 - 3 * 0.1 is 5.6e-17, a rounding that no time scale is
/// made of. At rest it stays.
TEST(StaticEquilibrium, GivesScalesThatDoNotComeFromRounding) {
  Model model(0.0, 1.0);
  auto& body =
      model.add<LagrangianDS>(Vector::Constant(1, -0.1), Vector::Zero(1), Matrix::Constant(1, 1, 3.0));
  body.setFExt([](double, VectorRef f) { f[0] = -0.3; });
  body.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = 3.0 * q[0]; });
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), MoreauJeanOSI(0.5), LCP());
  simulation.initialize();
  EXPECT_LT(model.scales().time, 10.0);
  simulation.run();
  EXPECT_NEAR(body.q()[0], -0.1, 1e-14);
}

}  // namespace
}  // namespace nsds::start_and_limits_test
