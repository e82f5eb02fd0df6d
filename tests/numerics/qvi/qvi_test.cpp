// Every solver of quasi-variational inequalities on problems with known solutions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "numerics/qvi/qvi_problems.hpp"
#include "support/nonlinear/qvi_of.hpp"

namespace nsds::test::qvi_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::qvi::Box;
using nn::qvi::Problem;
using nn::qvi::Rows;

TEST_P(QviSolvers, FindsPlantedSolutions) {
  for (const PlantedQvi& qvi : planted_qvis()) {
    SCOPED_TRACE(qvi.name);
    const VectorXd start = VectorXd::Zero(qvi.solution.size());
    if (!takes(qvi.kind)) {
      try {
        qvi.problem.solve(start, options(1e-10));
        ADD_FAILURE() << "was taken";
      } catch (const nn::Error& error) {
        EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE) << error.what();
      }
      continue;
    }
    const auto solved = qvi.problem.solve(start, options(1e-10));
    EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
    EXPECT_LE((solved.z - qvi.solution).norm(), 1e-8) << solved.report.iterations;
    EXPECT_LE(qvi.problem.residual(solved.z, solved.multipliers).value, 1e-10 * (1.0 + 1e-6));
    EXPECT_GT(solved.report.evaluations, 0);
  }
}

// F = z + 3 pushes z against the end 1 + z/2 of its half-line, which moves with it: z = 2 is where it stands.
TEST_P(QviSolvers, AnEndThatMovesWithThePoint) {
  if (!takes(QviKind::box)) return;
  const nn::NonlinearMap F([](const auto& z, auto w) { w[0] = z[0] + 3.0; });
  const nn::NonlinearMap c([](const auto& z, auto value) { value[0] = 1.0 + 0.5 * z[0]; });
  Problem problem(F, Box{VectorXd::Zero(1), VectorXd::Constant(1, std::numeric_limits<double>::infinity())});
  const auto solved = problem.set_shift(c).solve(VectorXd::Constant(1, -7.0), options(1e-11));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_NEAR(solved.z[0], 2.0, 1e-9);
  EXPECT_NEAR(solved.w[0], 5.0, 1e-9);
}

// Two players choose how much of 15 each takes. Row i binds player i alone, so that either multiplier may carry it: (5, 9), and
// (t, 15 - t) for 9 ≤ t ≤ 10 [Harker 1991].
TEST_P(QviSolvers, HarkersGameHasManySolutions) {
  const QuasiProblem harker = *make_quasi("harker:2");
  const Problem game = qvi_with_rows(harker);
  for (const auto& start :
       {Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(10.0, 10.0), Eigen::Vector2d(10.0, 0.0),
        Eigen::Vector2d(9.9, 5.2), Eigen::Vector2d(9.5, 5.5)}) {
    const auto solved = game.solve(start, options(1e-10));
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE(harker.map.distance(solved.z), 1e-8) << solved.z.transpose();
  }
  // Each point of the line is a solution, whichever of them a solver ends at.
  for (const double at : {9.0, 9.4, 10.0}) {
    const VectorXd z = Eigen::Vector2d(at, 15.0 - at);
    VectorXd w(2);
    harker.map.F(z, w);
    const VectorXd lambda = -w;
    EXPECT_LE(game.residual(z, lambda).value, 1e-13);
    // A tenth of a unit away; against terms of 15 to 40 that is less.
    EXPECT_GE(game.class_residual(z - Eigen::Vector2d(0.1, 0.0), lambda).value, 0.05);
    EXPECT_GE(game.residual(z - Eigen::Vector2d(0.1, 0.0), lambda).value, 0.1 / 40.0);
  }
}

// Without c and g it is the inequality over K, and has its solutions.
TEST_P(QviSolvers, ASetThatStaysIsAnInequality) {
  if (!takes(QviKind::box)) return;
  Random random(4);
  const VectorXd z = random.vector(8, -1.0, 1.0);
  VectorXd w = VectorXd::Zero(8);
  w.head(3) = random.vector(3, 0.2, 1.0);
  VectorXd lower = VectorXd::Constant(8, -2.0);
  lower.head(3) = z.head(3);
  const nn::NonlinearMap F = strongly_monotone(z, w, random);
  const Box box{lower, VectorXd::Constant(8, 2.0)};
  const auto solved = Problem(F, box).solve(VectorXd::Zero(8), options(1e-11));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - z).norm(), 1e-9);
  EXPECT_NEAR(Problem(F, box).residual(solved.z).value, nn::vi::Problem(F, box).residual(solved.z).value,
              1e-15);
}

// The logarithm is defined inside of the orthant alone, from a point next to its edge.
TEST_P(QviSolvers, ShortensStepsThatLeaveTheDomain) {
  const auto F = [](const auto& z, auto value) {
    if (z.minCoeff() <= 0.0) return false;
    value = z.array().log().matrix();
    return true;
  };
  // y_1 ≤ 2 - z_2 / 2 holds at the solution z = (1, 1).
  const auto g = [](const auto& y, const auto& z, auto value) {
    if (y.minCoeff() <= 0.0 || z.minCoeff() <= 0.0) return false;
    value[0] = 2.0 - y[0] - 0.5 * z[1];
    return true;
  };
  const auto by_y = [](const auto&, const auto&, auto J) { J << -1.0, 0.0; };
  Problem problem(nn::NonlinearMap(F), Box{VectorXd::Zero(2), VectorXd::Constant(2, 50.0)});
  problem.set_rows(Rows(1, g, by_y).set_affine());
  for (const double start : {1e-3, 30.0}) {
    const auto solved = problem.solve(Eigen::Vector2d(start, 0.5), options(1e-9));
    ASSERT_TRUE(solved.ok()) << start << " " << solved.report.message;
    EXPECT_LE((solved.z - VectorXd::Ones(2)).norm(), 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(All, QviSolvers, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_QVI)),
                         [](const auto& test) {
                           return std::string(nsds_solver_at(NSDS_CLASS_QVI, test.param)->name);
                         });

TEST(Qvi, AllSolversAreTested) {
  EXPECT_EQ(nsds_solver_count(NSDS_CLASS_QVI), 4);
}

}  // namespace
}  // namespace nsds::test::qvi_test
