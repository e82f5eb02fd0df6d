// What must hold of the residuals of mlcp, relay, equality, qp and avi, at points that are no solutions.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"
#include "support/effort.hpp"

namespace nsds::test::affine_residual_test {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr Index sizes_of_problems[] = {1, 2, 3, 6, 10};

// Neither symmetric nor definite, with zeros: only its residual is asked for.
AffineProblem any_problem(nsds_class problem_class, Index n, std::uint64_t seed) {
  AffineProblem made = easy_problem(problem_class, n, seed);
  Draws draws(seed);
  for (double& entry : made.M.reshaped()) entry = draws.integer(0, 2) == 0 ? 0.0 : draws.uniform(-3.0, 3.0);
  if (problem_class == NSDS_CLASS_QP) made.M = (0.5 * (made.M + made.M.transpose())).eval();
  if (draws.integer(0, 4) == 0) made.M.diagonal().setZero();
  if (draws.integer(0, 9) == 0) made.M.setZero();
  if (draws.integer(0, 4) == 0) made.q.setZero();
  return made;
}

Outcome any_point(const AffineProblem& problem, std::uint64_t seed) {
  Draws draws(seed);
  Outcome point = zero_start(problem);
  for (double& z : point.z) z = draws.uniform(-4.0, 4.0);
  for (double& multiplier : point.multipliers) multiplier = draws.uniform(-2.0, 2.0);
  if (seed % 4 == 0) return point;  // out of its set, most likely; else in it, here and there on its boundary
  point.z = point.z.cwiseMax(problem.lower).cwiseMin(problem.upper);
  const Eigen::Index m = problem.b.size();
  point.multipliers.head(m) = point.multipliers.head(m).cwiseMax(0.0);
  return point;
}

class ClassProperty : public ::testing::TestWithParam<nsds_class> {};

TEST_P(ClassProperty, TheResidualIsItsFormula) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 600)); ++seed) {
    const AffineProblem problem = any_problem(GetParam(), sizes_of_problems[seed % 5], seed);
    const Outcome point = any_point(problem, seed);
    const double expected = naive_residual(problem, point);
    EXPECT_NEAR(residual(problem, point).value, expected, 1e-13 * (1.0 + expected)) << "seed " << seed;
  }
}

TEST_P(ClassProperty, TheResidualKnowsNoUnits) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 600)); ++seed) {
    Draws draws(seed);
    const AffineProblem problem = any_problem(GetParam(), sizes_of_problems[seed % 5], seed);
    const Outcome point = any_point(problem, seed);
    const nsds_residual reference = residual(problem, point);
    // Where M or q is zero there is no unit to be found in them.
    if (problem.M.isZero(0.0) || problem.q.isZero(0.0)) continue;
    const Units binary = random_units(problem, true, draws), any = random_units(problem, false, draws);
    const nsds_residual exact = residual(measured_in(problem, binary), measured_in(problem, point, binary));
    EXPECT_EQ(exact.value, reference.value) << "seed " << seed;
    EXPECT_EQ(exact.primal, reference.primal);
    EXPECT_EQ(exact.dual, reference.dual);
    EXPECT_EQ(exact.complementarity, reference.complementarity);
    EXPECT_EQ(exact.roundoff_floor, reference.roundoff_floor);
    EXPECT_EQ(exact.worst, reference.worst);
    const nsds_residual rounded = residual(measured_in(problem, any), measured_in(problem, point, any));
    EXPECT_NEAR(rounded.value, reference.value, 1e-13 * (1.0 + reference.value)) << "seed " << seed;
  }
}

// In numbers whose sums do not round the order of summation is of no consequence.
void make_exact(AffineProblem& problem, Outcome& point) {
  const auto round = [](double x) { return std::round(64.0 * x) / 64.0; };
  for (Eigen::MatrixXd* matrix : {&problem.M, &problem.A, &problem.C}) *matrix = matrix->unaryExpr(round);
  for (VectorXd* vector :
       {&problem.q, &problem.b, &problem.d, &problem.lower, &problem.upper, &point.z, &point.multipliers})
    *vector = vector->unaryExpr(round);
  // Units that are powers of two.
  if (problem.size() > 0) problem.M(0, 0) = 8.0;
  if (problem.size() > 0) problem.q[0] = 64.0;
  if (problem.b.size() > 0) problem.A.col(0).setConstant(2.0);
  if (problem.d.size() > 0) problem.C.col(0).setConstant(-4.0);
}

TEST_P(ClassProperty, TheResidualKnowsNoOrder) {
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(test::effort(50, 600)); ++seed) {
    AffineProblem problem = any_problem(GetParam(), sizes_of_problems[seed % 5], seed);
    Outcome point = any_point(problem, seed);
    const Order order = random_order(problem, seed);
    const double near = residual(problem, point).value;
    EXPECT_NEAR(residual(reordered(problem, order), reordered(problem, point, order)).value, near,
                1e-13 * (1.0 + near));
    make_exact(problem, point);
    EXPECT_EQ(residual(reordered(problem, order), reordered(problem, point, order)).value,
              residual(problem, point).value)
        << "seed " << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Affine, ClassProperty, ::testing::ValuesIn(affine_classes()),
                         [](const auto& row) { return std::string(nsds_class_name(row.param)); });

}  // namespace
}  // namespace nsds::test::affine_residual_test
