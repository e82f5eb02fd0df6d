// Points that a residual must not let pass, and right ones that it must: each measured by the library and by the judge
// that is written from the formulas.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "numerics/affine/affine_problems.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test::row_residual_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

double measured(const AffineProblem& problem, const VectorXd& z, const VectorXd& multipliers = {}) {
  Outcome point = zero_start(problem);
  point.z = z;
  if (multipliers.size() > 0) point.multipliers = multipliers;
  const double value = residual(problem, point).value;
  const double judged = naive_residual(problem, point);
  EXPECT_NEAR(value, judged, 1e-12 * judged + 1e-15);
  return value;
}

AffineProblem program(const MatrixXd& Q, const VectorXd& p) {
  AffineProblem made(NSDS_CLASS_QP, p.size());
  made.M = Q;
  made.q = p;
  return made;
}

void set_equations(AffineProblem& problem, const MatrixXd& C, const VectorXd& d) {
  problem.C = C;
  problem.d = d;
}

// A large cost with little curvature makes a unit of z in which every constraint holds.
TEST(RowResidual, IsNotBlindedByALargeCost) {
  AffineProblem one = program(MatrixXd{{5e-4}}, VectorXd{{1e5}});
  one.lower.setZero();
  one.A = MatrixXd{{1.0}};
  one.b = VectorXd{{1.0}};
  EXPECT_GE(measured(one, VectorXd{{0.0}}, VectorXd{{0.0}}), 1.0);
  EXPECT_LE(measured(one, VectorXd{{1.0}}, VectorXd{{1e5 + 5e-4}}), 1e-15);
  AffineProblem linear = program(MatrixXd{{0.0, 0.0}, {0.0, 1e-4}}, VectorXd{{-1e4, 0.0}});
  linear.lower[0] = 0.0;
  linear.upper[0] = 0.5;
  EXPECT_GE(measured(linear, VectorXd{{0.0, 0.0}}), 1.0);
  EXPECT_EQ(measured(linear, VectorXd{{0.5, 0.0}}), 0.0);
}

// Bounds that z is far from are no data: people write 1e20 where there is none.
TEST(RowResidual, IsNotBlindedByLooseBounds) {
  for (const double loose : {1e8, 1e10, 1e20, 1e300}) {
    AffineProblem half = program(MatrixXd::Identity(2, 2), VectorXd{{1.0, 1.0}});
    half.lower.setZero();
    half.upper.setConstant(loose);
    set_equations(half, MatrixXd{{1.0, 1.0}}, VectorXd{{1.0}});
    EXPECT_GE(measured(half, VectorXd{{0.0, 0.0}}, VectorXd{{0.0}}), 0.5) << loose;
    EXPECT_GE(measured(half, VectorXd{{5.0, 7.0}}, VectorXd{{0.0}}), 0.5) << loose;
    EXPECT_LE(measured(half, VectorXd{{0.5, 0.5}}, VectorXd{{1.5}}), 1e-15) << loose;
    // A gradient of rounding does not lean on them.
    AffineProblem inner = program(MatrixXd{{2.0, 1.0}, {1.0, 3.0}}, VectorXd{{-1.0, -0.7}});
    inner.lower.setConstant(-loose);
    inner.upper.setConstant(loose);
    EXPECT_LE(measured(inner, VectorXd{{0.46, 0.08}}), 1e-15) << loose;
  }
}

// x - y >= 1 and y - x >= 0 contradict each other; far out both hold relative to their terms.
TEST(RowResidual, SeesRays) {
  for (const double far : {1e5, 1e7, 1e10}) {
    AffineProblem rows = program(MatrixXd::Zero(2, 2), VectorXd::Zero(2));
    rows.A = MatrixXd{{1.0, -1.0}, {-1.0, 1.0}};
    rows.b = VectorXd{{1.0, 0.0}};
    EXPECT_GT(measured(rows, VectorXd{{far + 0.5, far}}, VectorXd::Zero(2)), 1e-8) << far;
    // The complementary form, whose only solution is zero.
    AffineProblem pair(NSDS_CLASS_MLCP, 2);
    pair.M = MatrixXd{{1.0, -1.0}, {-1.0, 1.0}};
    pair.q = VectorXd{{0.0, 1.0}};
    pair.lower.setZero();
    EXPECT_GT(measured(pair, VectorXd{{far + 0.5, far}}), 1e-8) << far;
    EXPECT_EQ(measured(pair, VectorXd{{0.0, 0.0}}), 0.0);
  }
  // Rows without right-hand sides are part of it.
  AffineProblem chain(NSDS_CLASS_EQUALITY, 3);
  chain.M = MatrixXd{{1.0, -1.0, 0.0}, {1.0, -1.0, -1.0}, {0.0, 0.0, 1.0}};
  chain.q = VectorXd{{0.0, 0.0, -1.0}};
  EXPECT_GE(measured(chain, VectorXd{{1e13 + 1.0, 1e13, 1.0}}), 1e-4);
}

// A kernel matrix has entries from one to nearly nothing. Units that follow the means of them alone would make rows look
// like rounding.
TEST(RowResidual, IsNotBlindedByEntriesOfManySizes) {
  constexpr int n = 40;
  MatrixXd Q(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) Q(i, j) = std::exp(-0.1 * (i - j) * (i - j));
  AffineProblem kernel = program(Q + MatrixXd::Identity(n, n), VectorXd::Constant(n, -1.0));
  const VectorXd exact = kernel.M.partialPivLu().solve(VectorXd::Ones(n));
  EXPECT_LE(measured(kernel, exact), 1e-13);
  VectorXd off = exact;
  off[n / 2] *= 1.0 + 1e-4;
  EXPECT_GE(measured(kernel, off), 1e-6);
}

// A right-hand side of rounding is none, where the unknowns that it would move are returned as zero.
TEST(RowResidual, LeavesRoundingAlone) {
  AffineProblem force = program(MatrixXd::Identity(2, 2), VectorXd{{0.0, -1.0}});
  set_equations(force, MatrixXd{{1.0, 1e-3}}, VectorXd{{1e-3}});
  EXPECT_LE(measured(force, VectorXd{{0.0, 1.0}}, VectorXd{{0.0}}), 1e-13);
  AffineProblem junk(NSDS_CLASS_EQUALITY, 2);
  junk.M = MatrixXd{{90.0, -1.0}, {1.0, 1.0}};
  junk.q = VectorXd{{2.3e-13, -4200.0}};
  const double x = 4200.0 / 91.0;
  EXPECT_LE(measured(junk, VectorXd{{x, 90.0 * x}}), 1e-14);
  // A part of the problem without data has the solution zero.
  AffineProblem apart(NSDS_CLASS_EQUALITY, 2);
  apart.M = MatrixXd::Identity(2, 2);
  apart.q = VectorXd{{-1.0, 0.0}};
  EXPECT_LE(measured(apart, VectorXd{{1.0, 0.0}}), 1e-15);
}

// Terms that overflow hide everything, also where their sum does not.
TEST(RowResidual, IsInfiniteWhereTermsOverflow) {
  AffineProblem large(NSDS_CLASS_EQUALITY, 3);
  large.M = MatrixXd{{1e200, -1e200, 1e200}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  large.q = VectorXd{{1.0, 1.0, 1.0}};
  Outcome point = zero_start(large);
  point.z = VectorXd{{1e150, 1e150, -1.0}};
  EXPECT_EQ(residual(large, point).value, infinity);
  point.z = VectorXd{{1e108, 1e108, 1e108}};
  EXPECT_EQ(residual(large, point).value, infinity);
}

// What a point is worth does not depend on those measured before: here by a solver, then by the residual alone.
TEST(RowResidual, IsThatOfTheReport) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (const nsds_class one : affine_classes()) {
      const AffineProblem problem = easy_problem(one, 6, seed);
      const Outcome solved = solve(problem, numerics::Options(one));
      ASSERT_TRUE(solved.ok());
      EXPECT_EQ(residual(problem, solved).value, solved.report.residual.value);
    }
  }
}

// The option gives back the measure in the units of the class, of points that are good and that are not.
TEST(ClassResidual, IsItsFormula) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (const nsds_class one : affine_classes()) {
      const AffineProblem problem = easy_problem(one, 6, seed);
      numerics::Options options(one);
      options.set("residual", "class");
      for (const int iterations : {0, 1}) {  // of the default number, and hardly any
        const Outcome solved = solve(problem, options.set("max_iterations", iterations));
        const double expected = naive_class_residual(problem, solved);
        EXPECT_NEAR(solved.report.residual.value, expected, 1e-13 * (1.0 + expected)) << nsds_class_name(one);
      }
    }
  }
}

// b_k z_{k+1} - a_k z_k = d_k, in units of every size: the first row has the only data, and what the last misses, a part of 1e-11
// of its own terms, is an eighth of them: no datum accounts for an unknown that is 1e10 of it.
TEST(RowResidual, SeesDataAtTheOtherEndOfAChain) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const Eigen::Index n = 150;
    AffineProblem chain = program(MatrixXd::Zero(n, n), VectorXd::Zero(n));
    chain.C = MatrixXd::Zero(n - 1, n);
    chain.d = VectorXd::Zero(n - 1);
    VectorXd z = VectorXd::Ones(n);
    for (Eigen::Index k = 0; k < n - 1; ++k) {
      const double a = std::ldexp(1.0, draws.integer(-10, 10));
      const double b = k == 0 ? a : std::ldexp(1.0, draws.integer(-10, 10));
      chain.C(k, k) = -a;
      chain.C(k, k + 1) = b;
      z[k + 1] = a * z[k] / b;
    }
    chain.d[0] = chain.C(0, 1) * z[1] * std::ldexp(1.0, -33);
    z.tail(n - 1) *= 1.0 + std::ldexp(1.0, -33);
    z[n - 1] *= 1.0 + std::ldexp(1.0, -36);
    EXPECT_EQ(measured(chain, z, VectorXd::Zero(n - 1)), 1.0);
  }
}

// The absolute residuals of the report are those of the point, and may be asked for.
TEST(RowResidual, StandsBesideAbsoluteOnes) {
  AffineProblem problem = program(1e6 * MatrixXd{{2.0, 1.0}, {1.0, 3.0}}, 1e6 * VectorXd{{-1.0, -0.7}});
  set_equations(problem, MatrixXd{{1e3, 2e3}}, VectorXd{{1e3}});
  numerics::Options options(NSDS_CLASS_QP);
  for (const double asked : {0.0, 1e-9}) {
    options.set("also_absolute", asked);
    const Outcome solved = solve(problem, options);
    const VectorXd gradient = problem.M * solved.z + problem.q - problem.C.transpose() * solved.multipliers;
    const VectorXd miss = problem.C * solved.z - problem.d;
    EXPECT_NEAR(solved.report.primal_residual, miss.cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_NEAR(solved.report.dual_residual, gradient.cwiseAbs().maxCoeff(), 1e-8);
    EXPECT_NEAR(solved.report.objective, 0.5 * solved.z.dot(problem.M * solved.z) + problem.q.dot(solved.z),
                1e-6);
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    if (asked > 0.0) {
      EXPECT_LE(solved.report.dual_residual, asked);
    }
  }
  options.set("residual", "class");
  const Outcome refused = solve(problem, options);
  EXPECT_EQ(refused.status, NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(refused.report.message).find("also_absolute"), std::string::npos);
}

}  // namespace
}  // namespace nsds::test::row_residual_test
