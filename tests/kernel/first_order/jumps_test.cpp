// Jumps of first-order systems at inconsistent starts, and where users set states: what the schemes make of them.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/kernel.hpp>

namespace nsds::jumps_test {
namespace {

/// x' = -x + lambda, 0 <= x ⟂ lambda >= 0, from x = -1: admissible from 0 on.
struct Inconsistent {
  explicit Inconsistent(double theta, double gamma, JumpRule rule, double h = 0.1)
      : model(0.0, 1.0),
        x(model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}})),
        floor(
            model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x)),
        simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(theta, gamma)) {
    simulation.setJumps(rule);
  }
  void step() {
    simulation.computeOneStep();
    simulation.nextStep();
  }

  Model model;
  FirstOrderLinearDS& x;
  Interaction& floor;
  TimeStepping simulation;
};

class InconsistentStart : public ::testing::TestWithParam<double> {};

TEST_P(InconsistentStart, IsAJumpWithinAStepOfTheImplicitScheme) {
  const double h = GetParam();
  Inconsistent run(1.0, 1.0, JumpRule::accept, h);
  run.step();
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
  EXPECT_NEAR(h * run.floor.lambda()[0], 1.0, 1e-12);
  EXPECT_EQ(run.simulation.jumpRecord().count, 0);
}

TEST_P(InconsistentStart, LosesHalfAStepOfItsImpulseAtTheMidpoint) {
  const double h = GetParam();
  Inconsistent run(0.5, 1.0, JumpRule::accept, h);
  run.step();
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
  EXPECT_NEAR(h * run.floor.lambda()[0], 1.0 - 0.5 * h, 1e-12);
}

TEST_P(InconsistentStart, JumpsInNoTime) {
  const double h = GetParam();
  for (const auto& [theta, gamma] : {std::pair{1.0, 1.0}, {0.5, 1.0}, {0.5, 0.5}}) {
    Inconsistent run(theta, gamma, JumpRule::jump, h);
    run.simulation.initialize();
    EXPECT_EQ(run.x.x()[0], 0.0);
    EXPECT_EQ(run.simulation.jumpRecord().count, 1);
    EXPECT_EQ(run.simulation.jumpRecord().time, 0.0);
    EXPECT_NEAR(run.simulation.jumpImpulse(run.floor)[0], 1.0, 1e-12);
    run.simulation.run([&](const Simulation&) {
      EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
      EXPECT_NEAR(run.floor.lambda()[0], 0.0, 1e-14);
    });
    EXPECT_EQ(run.simulation.jumpRecord().count, 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, InconsistentStart, ::testing::Values(1e-1, 1e-2, 1e-3, 1e-4));

TEST(JumpRules, RefuseByName) {
  Inconsistent refused(1.0, 1.0, JumpRule::refuse);
  refused.floor.setName("the floor");
  try {
    refused.simulation.initialize();
    FAIL();
  } catch (const InvalidArgument& error) {
    EXPECT_NE(std::string(error.what()).find("the floor"), std::string::npos) << error.what();
  }
  EXPECT_EQ(refused.x.x()[0], -1.0);
  EXPECT_THROW(refused.simulation.initialize(), InvalidArgument);
  Inconsistent bouncing(0.5, 0.5, JumpRule::accept);
  EXPECT_THROW(bouncing.simulation.initialize(), InvalidArgument);
  EXPECT_EQ(bouncing.x.x()[0], -1.0);
}

/// After the jump one step is implicit, then the scheme is what it was given as: x' = -x from the corner of a floor that the
/// state leaves upwards.
TEST(DampedStep, IsOneImplicitStep) {
  const double h = 0.1;
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  x.setB(Vector{{2.0}});
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(0.5, 0.5));
  const auto step = [&] {
    simulation.computeOneStep();
    simulation.nextStep();
    return x.x()[0];
  };
  const double first = step();
  EXPECT_NEAR(first, 2.0 * h / (1.0 + h), 1e-15);
  EXPECT_NEAR(step(), (first * (1.0 - 0.5 * h) + 2.0 * h) / (1.0 + 0.5 * h), 1e-15);
}

/// Rounding is no jump, however small the state is.
TEST(OverwrittenOperator, MakesNoJumpOfRounding) {
  for (const JumpRule rule : {JumpRule::jump, JumpRule::refuse}) {
    Model model(0.0, 1.0);
    auto& x = model.add<FirstOrderLinearDS>(Vector{{0.3, 0.7}}, Matrix{{-1.0, 0.3}, {-0.2, -1.1}});
    model.link(ComplementarityConditionNSL(),
               FirstOrderLinearTIR(Matrix::Identity(2, 2), Matrix::Identity(2, 2)), x);
    TimeStepping simulation(model, TimeDiscretisation(0.0, 0.01), EulerMoreauOSI(0.5));
    simulation.setJumps(rule);
    for (int k = 0; k < 100; ++k) {
      x.setB(Vector{{-1.0 - 0.1 * k, -2.0}});
      simulation.computeOneStep();
      simulation.nextStep();
    }
    EXPECT_EQ(simulation.jumpRecord().count, 0);
  }
}

/// An output that is not linear: x >= 2 as x^2 >= 4.
TEST(NonlinearOutput, JumpsToWhereItIsAdmissible) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  const Interaction& floor =
      model.link(ComplementarityConditionNSL(),
                 FirstOrderType1R(
                     1, [](VectorConstRef s, VectorRef y) { y[0] = s[0] * s[0] - 4.0; },
                     [](VectorConstRef lambda, VectorRef r) { r = lambda; }),
                 x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.initialize();
  EXPECT_NEAR(x.x()[0], 2.0, 1e-9);
  EXPECT_NEAR(simulation.jumpImpulse(floor)[0], 1.0, 1e-9);
}

/// Where M has no inverse a jump is not known: the next step is implicit, and does not bounce.
TEST(SingularMass, LeavesTheJumpToAnImplicitStep) {
  std::string logged;
  Model model(0.0, 1.0);
  model.setLogSink([&](LogLevel, std::string_view message) { logged += message; });
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, -1.0}}, Matrix{{-1.0, 0.0}, {-1.0, 1.0}});
  x.setM(Matrix(Vector{{1.0, 0.0}}.asDiagonal()));
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{1.0}, {0.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.computeOneStep();
  simulation.nextStep();
  EXPECT_NEAR(x.x()[0], 0.0, 1e-15);
  EXPECT_NE(logged.find("no inverse"), std::string::npos) << logged;
}

TEST(SingularMass, IsRefusedWithGammaBelowOne) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0, 1.0}}, Matrix{{-1.0, 0.0}, {-1.0, 1.0}});
  x.setM(Matrix(Vector{{1.0, 0.0}}.asDiagonal()));
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5, 0.5));
  EXPECT_THROW(simulation.initialize(), InvalidArgument);
}

/// A function that is not defined where a jump leads keeps the state.
TEST(FailedJump, KeepsTheState) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{0.0}});
  model.link(ComplementarityConditionNSL(),
             FirstOrderType1R(
                 1, [](VectorConstRef s, VectorRef y) { y[0] = s[0] > -0.5 ? std::nan("") : s[0]; },
                 [](VectorConstRef lambda, VectorRef r) { r = lambda; }),
             x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  EXPECT_THROW(simulation.initialize(), Error);
  EXPECT_EQ(x.x()[0], -1.0);
}

/// Users' changes between steps may demand jumps as well.
TEST(OverwrittenState, Jumps) {
  Inconsistent run(0.5, 1.0, JumpRule::jump);
  run.step();
  run.x.setX(Vector{{-3.0}});
  run.step();
  EXPECT_EQ(run.simulation.jumpRecord().count, 2);
  EXPECT_NEAR(run.simulation.jumpImpulse(run.floor)[0], 3.0, 1e-12);
  EXPECT_NEAR(run.x.x()[0], 0.0, 1e-15);
}

/// A double integrator cannot jump by its position: C B = 0.
TEST(InfeasibleJump, IsAnErrorThatNamesTheRow) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0, 0.0}}, Matrix{{0.0, 1.0}, {0.0, 0.0}});
  model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(Matrix{{1.0, 0.0}}, Matrix{{0.0}, {1.0}}), x)
      .setName("the stop");
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  try {
    simulation.initialize();
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("the stop"), std::string::npos) << text;
    EXPECT_NE(text.find("infeasible"), std::string::npos) << text;
    EXPECT_NE(text.find("relative degree"), std::string::npos) << text;
  }
  EXPECT_EQ(Vector(x.x()), (Vector{{-1.0, 0.0}}));
}

/// A bounded multiplier has no impulse: a relay starts wherever it is.
TEST(BoundedMultiplier, MakesNoJump) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{0.0}});
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.initialize();
  EXPECT_EQ(simulation.jumpRecord().count, 0);
}

/// A diode in series with a resistor has D > 0 and takes any output.
TEST(RegularFeedthrough, MakesNoJump) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{-1.0}}, Matrix{{-1.0}});
  model.link(ComplementarityConditionNSL(),
             FirstOrderLinearTIR(Matrix{{1.0}}, Matrix{{1.0}}).setD(Matrix{{2.0}}), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(0.5));
  simulation.initialize();
  EXPECT_EQ(simulation.jumpRecord().count, 0);
  EXPECT_EQ(x.x()[0], -1.0);
}

/// What is saved between the jump and the damped step continues with the damped step.
TEST(DampedStep, IsPartOfTheState) {
  const auto make = [] { return std::make_unique<Inconsistent>(0.5, 0.5, JumpRule::jump); };
  auto first = make();
  first->x.setB(Vector{{1.0}});
  first->simulation.initialize();
  const std::vector<std::byte> saved = first->model.saveState();
  first->simulation.run();
  auto second = make();
  second->x.setB(Vector{{1.0}});
  second->simulation.initialize();
  second->simulation.run();
  second->model.restoreState(saved);
  second->simulation.run();
  EXPECT_EQ(first->x.x()[0], second->x.x()[0]);
}

}  // namespace
}  // namespace nsds::jumps_test
