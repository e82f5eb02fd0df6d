// The condition under which the theory has discrete trajectories of boundary values: checked, and fixed ends reported as outside it.
#include <gtest/gtest.h>

#include <cmath>
#include <nsds/theory/boundary_values/free_end_condition.hpp>

#include "kernel/error_text.hpp"
#include "kernel/theory/boundary_values/double_integrator.hpp"

namespace nsds::free_end_condition_test {
namespace {

using test::DoubleIntegrator;

/// x' = a x + u, |u| ≤ 1, u ∈ SOL(K, x + ·), m x(0) + n x(T) = 1.
DviBoundaryValueProblem scalar(double a, double T, double m, double n) {
  DifferentialVariationalInequality dvi(1, 1, BoxSet{-1.0, 1.0});
  dvi.setDrift(Matrix{{a}}, Vector{{0.0}}).setInput(Matrix{{1.0}}).setInner(Matrix{{1.0}});
  dvi.setOutput(Matrix{{1.0}}, Vector{{0.0}});
  return {std::move(dvi), 0.0, T, BoundaryConditions(Matrix{{m}}, Matrix{{n}}, Vector{{1.0}})};
}

/// exp(Tψ) < 1 + |m + n| / |n|
TEST(FreeEndCondition, IsCheckedInClosedForm) {
  const FreeEndCondition holds = freeEndCondition(scalar(-0.5, 1.0, 1.0, 1.0));
  EXPECT_EQ(holds.regular, Answer::yes);
  EXPECT_EQ(holds.holds, Answer::yes);
  EXPECT_DOUBLE_EQ(holds.growth.value(), 0.5);
  EXPECT_DOUBLE_EQ(holds.left.value(), std::exp(0.5));
  EXPECT_DOUBLE_EQ(holds.right.value(), 3.0);
  EXPECT_EQ(freeEndCondition(scalar(-0.5, 2.0, 1.0, 1.0)).holds, Answer::yes);      // e < 3
  EXPECT_EQ(freeEndCondition(scalar(-0.5, 2.2, 1.0, 1.0)).holds, Answer::no);       // e^1.1 > 3
  EXPECT_EQ(freeEndCondition(scalar(-0.5, 9.0, 1.0, 0.0)).holds, Answer::yes);      // an initial value
  EXPECT_EQ(freeEndCondition(scalar(-0.5, 1.0, 1.0, 1.0), 3.0).holds, Answer::no);  // by a ψ of the caller
  for (const double growth : {-1.0, std::nan("")})
    EXPECT_THROW(freeEndCondition(scalar(-0.5, 1.0, 1.0, 1.0), growth), InvalidArgument);
}

TEST(FreeEndCondition, FixedEndsAreOutsideOfIt) {
  const DoubleIntegrator fixed;
  const FreeEndCondition found = freeEndCondition(fixed.problem());
  EXPECT_EQ(found.regular, Answer::no);
  EXPECT_EQ(found.holds, Answer::no);
  EXPECT_TRUE(test::says(found.message, "M + N is singular")) << found.message;
  // and is solved all the same
  EXPECT_LE(solveBoundaryValues(fixed.problem(), DoubleIntegrator::options(100)).residual, 1e-10);
}

/// The double integrator with free ends, p(T) = Q x(T): M + N is regular, and the condition asks for a short interval.
TEST(FreeEndCondition, FreeEndsAreWithinItIfTheIntervalIsShort) {
  const auto freeEnds = [](double T) {
    DoubleIntegrator made;
    made.T = T;
    Matrix M = Matrix::Zero(4, 4);
    Matrix N = Matrix::Zero(4, 4);
    M(0, 0) = M(1, 1) = 1.0;
    N(2, 2) = N(3, 3) = 1.0;
    N(2, 0) = N(3, 1) = -1.0;
    return DviBoundaryValueProblem(made.dvi(), 0.0, T,
                                   BoundaryConditions(M, N, Vector{{1.0, 0.0, 0.0, 0.0}}));
  };
  const FreeEndCondition small = freeEndCondition(freeEnds(0.4));
  EXPECT_EQ(small.regular, Answer::yes);
  EXPECT_EQ(small.holds, Answer::yes) << small.message;
  EXPECT_DOUBLE_EQ(small.growth.value(), 1.0);
  EXPECT_EQ(freeEndCondition(freeEnds(2.0)).holds, Answer::no);
  EXPECT_LE(solveBoundaryValues(freeEnds(0.4), DoubleIntegrator::options(100)).residual, 1e-10);
  EXPECT_LE(solveBoundaryValues(freeEnds(2.0), DoubleIntegrator::options(100)).residual, 1e-10);
}

TEST(FreeEndCondition, IsUndecidedWhereDataDoNotTell) {
  auto problem = scalar(-0.5, 1.0, 1.0, 1.0);
  problem.dvi.setDrift([](double, VectorConstRef x, VectorRef f) { f = x; });
  EXPECT_EQ(freeEndCondition(problem).holds, Answer::undecided);
  EXPECT_EQ(freeEndCondition(problem, 1.0).holds, Answer::yes);
  problem.boundary = BoundaryConditions(
      1, [](VectorConstRef first, VectorConstRef last, VectorRef value) { value = first - last; });
  EXPECT_EQ(freeEndCondition(problem).regular, Answer::undecided);
}

}  // namespace
}  // namespace nsds::free_end_condition_test
