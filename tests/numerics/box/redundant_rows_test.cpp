// Equations and mixed problems whose rows depend on each other, or nearly do: solved where there is a solution,
// refuted where there is none, in whatever units the rows are.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "numerics/affine/affine_problems.hpp"
#include "support/decompositions.hpp"
#include "support/draws.hpp"
#include "support/numbers.hpp"

namespace nsds::test::redundant_rows_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// W = H H' with n rows of which the last `redundant` depend on the others, singular values from 1 down to
// least, rows in units of their own.
struct Rows {
  MatrixXd W;
  VectorXd q;      // H v
  VectorXd apart;  // of length |q|, not in the range of W
};
Rows redundant_rows(std::uint64_t seed, Index n, Index redundant, double least, double decades) {
  Draws draws(seed);
  MatrixXd some(n, n), other(n, n);
  for (MatrixXd* matrix : {&some, &other})
    for (double& entry : matrix->reshaped()) entry = draws.uniform(-1.0, 1.0);
  const MatrixXd U = orthogonal_factor(some), V = orthogonal_factor(other);
  VectorXd singular = VectorXd::Zero(n), units(n), v(n);
  for (Index i = 0; i < n - redundant; ++i)
    singular(i) = std::pow(least, static_cast<double>(i) / static_cast<double>(n - redundant - 1));
  for (double& unit : units) unit = std::pow(10.0, draws.uniform(-decades, decades));
  for (double& entry : v) entry = draws.uniform(-1.0, 1.0);
  const MatrixXd H = U * singular.asDiagonal() * V.transpose();
  Rows rows;
  rows.W = units.asDiagonal() * (H * H.transpose()) * units.asDiagonal();
  rows.q = units.cwiseProduct(H * v);
  rows.apart = units.cwiseProduct(VectorXd((H * v).norm() * U.col(n - 1)));
  return rows;
}

// Equations alone, and the same rows in a mixed problem whose last two are complementary.
std::vector<AffineProblem> problems_of(const Rows& rows, const VectorXd& q) {
  const Index n = q.size();
  AffineProblem equations(NSDS_CLASS_EQUALITY, n);
  equations.M = rows.W;
  equations.q = q;
  AffineProblem mixed(NSDS_CLASS_MLCP, n + 2);
  mixed.M = MatrixXd::Identity(n + 2, n + 2);
  mixed.M.topLeftCorner(n, n) = rows.W;
  mixed.q = VectorXd::Constant(n + 2, -q.cwiseAbs().maxCoeff());
  mixed.q.head(n) = q;
  mixed.lower.head(n).setConstant(-infinity);
  mixed.lower.tail(2).setZero();
  mixed.upper.setConstant(infinity);
  return {equations, mixed};
}

// Rows that depend on each other are solved to any tolerance, with the multipliers of least norm: those of
// any other solution are longer, by what is added from the kernel.
TEST(RedundantRows, AreSolvedAtATightToleranceByTheLeastMultipliers) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Rows rows = redundant_rows(seed, 24, 4, 0.1, 0.0);
    const VectorXd least = -least_norm_solution(rows.W, rows.q);
    for (const double tolerance : {1e-8, 1e-10, 1e-12})
      for (const AffineProblem& problem : problems_of(rows, rows.q)) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << ", tolerance " << tolerance);
        const Outcome outcome =
            solve(problem, nn::Options(problem.problem_class).set("tolerance", tolerance));
        ASSERT_TRUE(outcome.ok()) << outcome.report.message;
        EXPECT_LE((outcome.z.head(24) - least).norm(), 1e-9 * least.norm());
      }
  }
}

// Whatever the units of the rows are, and however small it is, what is apart is found; regular rows never
// are, however near they are to dependent ones.
TEST(ContradictoryRows, AreProvedAndIllConditionedOnesAreNot) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const double decades : {0.0, 2.0})
      for (const double apart : {1.0, 1e-3, 1e-6}) {
        const Rows rows = redundant_rows(seed, 24, 4, 1e-2, decades);
        const VectorXd q = rows.q + apart * rows.apart;
        for (const AffineProblem& problem : problems_of(rows, q)) {
          SCOPED_TRACE(::testing::Message() << "seed " << seed << ", " << decades << ", " << apart);
          const Outcome outcome = solve(problem, nn::Options(problem.problem_class).set("tolerance", 1e-12));
          ASSERT_EQ(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
          const VectorXd v = outcome.certificate.head(24);
          EXPECT_LE(((rows.W * v).cwiseAbs() - 1e-11 * (rows.W.cwiseAbs() * v.cwiseAbs())).maxCoeff(), 0.0);
          EXPECT_GT(q.dot(v), 1e-10 * q.cwiseAbs().dot(v.cwiseAbs()));
        }
      }
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const double least : {1e-2, 1e-3, 1e-4, 1e-5})
      for (const double tolerance : {1e-8, 1e-14}) {
        const Rows rows = redundant_rows(seed, 24, 0, least, 1.0);
        for (const AffineProblem& problem : problems_of(rows, rows.q + rows.apart)) {
          SCOPED_TRACE(::testing::Message() << "seed " << seed << ", " << least << ", " << tolerance);
          const Outcome outcome = solve(
              problem, nn::Options(problem.problem_class).set("tolerance", tolerance).set("time_limit", 1.0));
          EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
        }
      }
}

// Rows that have a solution are never called contradictory, also where rounding can hardly tell their matrix,
// with singular values down to 1e-15, from a singular one.
TEST(ContradictoryRows, AreNotSeenInNearlyDependentRowsWithASolution) {
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (const Index n : {Index{4}, Index{24}})
      for (const double least : {1e-6, 1e-7, 3e-8})
        for (const double tolerance : {1e-8, 1e-10, 1e-14}) {
          const Rows rows = redundant_rows(seed, n, 0, least, 1.0);
          for (const AffineProblem& problem : problems_of(rows, rows.q)) {
            SCOPED_TRACE(::testing::Message()
                         << "seed " << seed << ", " << n << ", " << least << ", " << tolerance);
            const Outcome outcome =
                solve(problem,
                      nn::Options(problem.problem_class).set("tolerance", tolerance).set("time_limit", 1.0));
            EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
          }
        }
}

// Three directions of which the third is nearly in the plane of the others.
TEST(ContradictoryRows, AreNotSeenWhereEliminationSolvesThem) {
  for (const double apart : {1e-6, 1e-7, 3e-8}) {
    Eigen::Matrix3d H = Eigen::Matrix3d::Identity();
    H.row(2) << std::cos(0.7), std::sin(0.7), apart;
    Rows rows;
    rows.W = H * H.transpose();
    rows.q = H * Eigen::Vector3d(0.3, -0.8, 0.5);
    for (const AffineProblem& problem : problems_of(rows, rows.q)) {
      SCOPED_TRACE(apart);
      const Outcome outcome = solve(problem, nn::Options(problem.problem_class).set("tolerance", 1e-10));
      // Whether what is left of a z of 1e7 is below the tolerance is chance.
      EXPECT_NE(outcome.status, NSDS_INFEASIBLE) << outcome.report.message;
      EXPECT_LE(outcome.report.residual.value, 1e-8);
      EXPECT_TRUE(outcome.ok() || apart <= 1e-7) << outcome.report.message;
    }
  }
}

// Units so far apart that least squares takes a row for rounding of the others: what elimination has solved
// stays solved.
TEST(RedundantRows, KeepARowThatOthersDwarf) {
  Rows rows;
  rows.W.resize(3, 3);
  rows.W << 1e7, 1e7, 0.0, 1e7, 1e7 * (1.0 + 1e-12), 0.0, 0.0, 0.0, 1e-7;
  rows.q = -Eigen::Vector3d(1.0, 1.0, 1e-9);
  for (const AffineProblem& problem : problems_of(rows, rows.q)) {
    const Outcome outcome = solve(problem, nn::Options(problem.problem_class));
    ASSERT_TRUE(outcome.ok()) << outcome.report.message;
    EXPECT_NEAR(outcome.z(2), 0.01, 1e-12);
    EXPECT_LE(outcome.report.residual.value, 1e-14);
  }
}

// A sparse matrix in units of many sizes is as regular as in one: elimination alone solves it.
TEST(RedundantRows, AreNotSeenInSparseRowsOfManyUnits) {
  const Index n = 300;
  AffineProblem problem(NSDS_CLASS_EQUALITY, n);
  problem.M.setZero();
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - 1); j <= std::min(n - 1, i + 1); ++j)
      problem.M(i, j) = (i == j ? 4.0 : -1.0) * std::pow(10.0, static_cast<double>(i % 7 + j % 7) - 6.0);
  const VectorXd z = VectorXd::LinSpaced(n, 1.0, 2.0);
  problem.q = -(problem.M * z);
  const Outcome outcome = solve(problem, nn::Options(NSDS_CLASS_EQUALITY), nullptr, NSDS_CSC);
  ASSERT_TRUE(outcome.ok()) << outcome.report.message;
  EXPECT_STREQ(outcome.report.solver, "lu");
}

}  // namespace
}  // namespace nsds::test::redundant_rows_test
