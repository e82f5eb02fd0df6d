// All solutions of the problem of a step, and the branch that a step took.
#include <gtest/gtest.h>

#include <limits>
#include <nsds/kernel.hpp>
#include <string>

namespace nsds::step_solutions_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// x' = -x + λ, y = x - λ: S = -1/(1+h), with two solutions for x > 0, λ = 0 and y = 0.
TEST(StepSolutions, OfAnOutputThatItsMultiplierLowers) {
  const double h = 0.1;
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{1.0}}, Matrix{{-1.0}});
  const Matrix one{{1.0}};
  const Interaction& link =
      model.link(ComplementarityConditionNSL(), FirstOrderLinearTIR(one, one).setD(-one), x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, h), EulerMoreauOSI(1.0));
  simulation.initialize();
  simulation.computeOneStep();
  const StepSolutions solutions = stepSolutions(simulation);
  ASSERT_EQ(solutions.all.size(), 2U);
  EXPECT_EQ(solutions.rows.size(), 1U);
  EXPECT_EQ(solutions.all[0].branch[0], RowBranch::lower);
  EXPECT_EQ(solutions.all[0].lambda[0], 0.0);
  EXPECT_NEAR(solutions.all[0].w[0], 1.0 / (1.0 + h), 1e-15);  // the state after the step
  EXPECT_EQ(solutions.all[1].branch[0], RowBranch::between);
  EXPECT_NEAR(solutions.all[1].lambda[0], 1.0, 1e-14);  // stays where x = λ = 1
  ASSERT_GE(solutions.taken, 0);
  const BoxSolution& taken = solutions.all[static_cast<std::size_t>(solutions.taken)];
  EXPECT_NEAR(taken.lambda[0], link.lambda()[0], 1e-14);
}

TEST(StepSolutions, IsOneWhereTheStepIsWellPosed) {
  Model model(0.0, 1.0);
  auto& x = model.add<FirstOrderLinearDS>(Vector{{0.05, 3.0}}, Matrix(Matrix::Zero(2, 2)));
  model.link(RelayNSL(), FirstOrderLinearTIR(Matrix(Matrix::Identity(2, 2)), Matrix(Matrix::Identity(2, 2))),
             x);
  TimeStepping simulation(model, TimeDiscretisation(0.0, 0.1), EulerMoreauOSI(1.0));
  simulation.initialize();
  simulation.computeOneStep();
  const StepSolutions solutions = stepSolutions(simulation);
  ASSERT_EQ(solutions.all.size(), 1U);
  EXPECT_EQ(solutions.taken, 0);
  EXPECT_EQ(solutions.all[0].branch, (std::vector{RowBranch::between, RowBranch::lower}));
}

/// A product of relays, in the network of SignSystem: three steady states of x' = λ with w = M λ.
TEST(BoxSolutions, AreAllThatThereAre) {
  const Matrix M{{0.0, -1.0}, {-1.0, 0.0}};  // -w ∈ N(λ): w1 = -λ2, w2 = -λ1
  const Vector zero = Vector::Zero(2);
  const auto solutions = boxSolutions(M, zero, -Vector::Ones(2), Vector::Ones(2));
  // (-1, -1): w = (1, 1); (1, 1): w = (-1, -1); (0, 0). (-1, 1) has w = (-1, 1), which is none.
  ASSERT_EQ(solutions.size(), 3U);
  for (const BoxSolution& solution : solutions) {
    EXPECT_EQ(solution.lambda[0], solution.lambda[1]);
    EXPECT_TRUE(solution.isolated);
  }
}

TEST(BoxSolutions, TellOfALineOfThem) {
  const Matrix M{{1.0, 1.0}, {1.0, 1.0}};
  const auto solutions =
      boxSolutions(M, Vector{{-1.0, -1.0}}, Vector::Zero(2), Vector::Constant(2, infinity));
  ASSERT_EQ(solutions.size(), 3U);  // both ends, and the middle of the line λ1 + λ2 = 1
  int lines = 0;
  for (const BoxSolution& solution : solutions) {
    EXPECT_NEAR(solution.lambda.sum(), 1.0, 1e-14);
    lines += solution.isolated ? 0 : 1;
  }
  EXPECT_EQ(lines, 1);
}

TEST(BoxSolutions, DoNotDependOnUnits) {
  const Vector zero = Vector::Zero(2);
  const Vector none = Vector::Constant(2, infinity);
  EXPECT_EQ(boxSolutions(Matrix{{1.0}}, Vector{{1e-10}}, Vector{{0.0}}, Vector{{infinity}}).size(), 1U);
  // (1e12, 0) and (1e12, 1)
  EXPECT_EQ(boxSolutions(Matrix{{1e-12, 0.0}, {0.0, -1.0}}, Vector{{-1.0, 1.0}}, zero, none).size(), 2U);
}

TEST(BoxSolutions, AreNoneWhereThereIsNone) {
  EXPECT_TRUE(boxSolutions(Matrix{{-1.0}}, Vector{{-1.0}}, Vector{{0.0}}, Vector{{infinity}}).empty());
}

TEST(BoxSolutions, RefuseWhatCannotBeTried) {
  const auto message = [](const auto& call) {
    try {
      call();
    } catch (const InvalidArgument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const Matrix M = Matrix::Identity(20, 20);
  const Vector zero = Vector::Zero(20);
  EXPECT_NE(
      message([&] { boxSolutions(M, zero, -Vector::Ones(20), Vector::Ones(20)); }).find("3.49e+09 branches"),
      std::string::npos);
  EXPECT_NE(message([&] { boxSolutions(M, zero, Vector::Ones(20), zero); }).find("an interval is empty"),
            std::string::npos);
  EXPECT_NE(message([&] { boxSolutions(M, Vector::Zero(3), zero, zero); }).find("3 x 3 expected"),
            std::string::npos);
}

}  // namespace
}  // namespace nsds::step_solutions_test
