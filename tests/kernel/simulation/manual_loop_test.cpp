// The manual loop: what it tells a user who leaves something out, and solving a problem again.
#include <gtest/gtest.h>

#include <nsds/kernel.hpp>

#include "kernel/error_text.hpp"
#include "kernel/models.hpp"

namespace nsds::test::manual_loop_test {
namespace {

/// Two contacts that act on each other, at rest on the ground.
struct Stack {
  Stack() : model(0.0, 0.1) {
    lower = &add(0.0);
    auto& upper = add(1.0);
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix::Identity(1, 1)), *lower);
    model.link(NewtonImpactNSL(0.0), LagrangianLinearTIR(Matrix{{-1.0, 1.0}}, -1.0), *lower, upper);
    simulation = std::make_unique<TimeStepping>(model, TimeDiscretisation(0.0, 1e-2), MoreauJeanOSI(0.5),
                                                LCP(Solver("pgs").set("max_iterations", 1)));
  }
  LagrangianLinearTIDS& add(double height) {
    auto& ball =
        model.add<LagrangianLinearTIDS>(Vector::Constant(1, height), Vector::Zero(1), Matrix::Identity(1, 1));
    ball.setFExt(Vector::Constant(1, -2.0));
    return ball;
  }
  Model model;
  LagrangianLinearTIDS* lower;
  std::unique_ptr<TimeStepping> simulation;
};

/// One sweep does not solve it; Lemke does, called by hand in the same step. The lower ball carries both: h (2 + 2).
TEST(ManualLoop, SolvesAgainWithAnotherSolver) {
  Stack stack;
  TimeStepping& s = *stack.simulation;
  int calls = 0;
  s.setCheckSolverFunction([&](int, Simulation&) { ++calls; });
  s.computeFreeStep();
  EXPECT_NE(s.computeOneStepNS(), 0);
  s.nonSmoothProblem().setSolver(Solver("lemke"));
  EXPECT_EQ(s.computeOneStepNS(), 0);
  s.update();
  s.nextStep();
  EXPECT_EQ(calls, 2);
  EXPECT_NEAR(stack.lower->v()[0], 0.0, 1e-14);
  EXPECT_NEAR(stack.lower->p()[0], 1e-2 * (4.0 - 2.0), 1e-14);  // from below less from above
}

/// Every call out of order says what to call, and leaves the step as it was.
TEST(ManualLoop, SaysWhatToCall) {
  Stack stack;
  TimeStepping& s = *stack.simulation;
  s.initialize();
  const auto expect = [](const std::string& text, const char* what) {
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  expect(errorText([&] { s.computeOneStepNS(); }), "call computeFreeStep(), which makes it, first");
  expect(errorText([&] { s.update(); }),
         "call computeFreeStep() and computeOneStepNS(), which finds them, first");
  expect(errorText([&] { s.nextStep(); }), "call computeOneStep(), or computeFreeStep()");
  s.computeFreeStep();
  expect(errorText([&] { s.computeFreeStep(); }),
         "finish the one that it has begun by computeOneStepNS() and update()");
  s.nonSmoothProblem().setSolver(Solver("lemke"));
  s.computeOneStepNS();
  s.update();
  s.nextStep();
  EXPECT_EQ(s.step(), 1);
}

/// A nonlinear model that is stepped by one iterate is warned of, once, when it becomes so; one whose iterates are
/// judged is not.
TEST(ManualLoop, TellsOnceOfNonlinearStepsThatNobodyJudges) {
  const auto warnings = [](bool judge, std::int64_t nonlinearFrom) {
    Model model(0.0, 1.0);
    model.add<LagrangianLinearTIDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
    const auto addRod = [&model] {
      auto& rod = model.add<LagrangianDS>(Vector::Ones(1), Vector::Zero(1), Matrix::Identity(1, 1));
      rod.setFInt([](double, VectorConstRef q, VectorConstRef, VectorRef f) { f[0] = std::sin(q[0]); });
    };
    int told = 0;
    model.setLogSink([&](LogLevel level, std::string_view message) {
      if (level == LogLevel::warning && message.find("one Newton iterate each") != std::string_view::npos)
        ++told;
    });
    TimeStepping s(model, TimeDiscretisation(0.0, 0.1), MoreauJeanOSI(0.5));
    s.initialize();
    while (s.hasNextEvent()) {
      if (s.step() == nonlinearFrom) addRod();
      do {
        s.computeFreeStep();
        s.computeOneStepNS();
        s.update();
      } while (judge && !s.newtonConverged());
      s.nextStep();
    }
    return told;
  };
  EXPECT_EQ(warnings(false, 0), 1);
  EXPECT_EQ(warnings(false, 3), 1);
  EXPECT_EQ(warnings(false, 100), 0);
  EXPECT_EQ(warnings(true, 0), 0);
}

}  // namespace
}  // namespace nsds::test::manual_loop_test
