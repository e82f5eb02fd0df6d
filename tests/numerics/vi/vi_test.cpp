// Every solver of variational inequalities on problems with known solutions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "numerics/vi/vi_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::vi_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::vi::Box;
using nn::vi::Problem;

// Strongly monotone with constant 1: |z - z*| ≤ (1 + L) |residual| with L below 4. Solvers agree because each has the planted one.
TEST_P(ViSolvers, FindsPlantedSolutions) {
  for (const PlantedVi& vi : planted_vis()) {
    SCOPED_TRACE(vi.name);
    if (!takes(vi.kind)) {
      try {
        vi.problem.solve(VectorXd::Zero(vi.solution.size()), options(1e-10));
        ADD_FAILURE() << "was taken";
      } catch (const nn::Error& error) {
        EXPECT_EQ(error.status(), NSDS_NOT_APPLICABLE) << error.what();
      }
      continue;
    }
    const auto solved = vi.problem.solve(VectorXd::Zero(vi.solution.size()), options(1e-10));
    EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
    EXPECT_LE((solved.z - vi.solution).norm(), 1e-8 * (1.0 + vi.solution.norm())) << solved.report.iterations;
    EXPECT_LE(vi.problem.residual(solved.z, solved.multipliers).value, 1e-10 * (1.0 + 1e-6));
    EXPECT_GT(solved.report.evaluations, 0);
  }
}

// Nagurney's form of Braess' network: demand 6 over paths a-c, b-d and a-e-d, costs 10 a, 50 + b, 50 + c, 10 d, 10 + e.
// Flows are (2, 2, 2) and every path costs 92.
TEST_P(ViSolvers, EquilibratesTheNetworkOfBraess) {
  if (!takes(SetKind::polyhedron)) return;
  const auto cost = [](const auto& f, auto C) {
    const double a = f[0] + f[2], b = f[1], c = f[0], d = f[1] + f[2], e = f[2];
    C[0] = 10.0 * a + 50.0 + c;
    C[1] = 50.0 + b + 10.0 * d;
    C[2] = 10.0 * a + 10.0 + e + 10.0 * d;
  };
  const MatrixXd sum = MatrixXd::Ones(1, 3);
  nn::Constraints constraints;
  constraints.C = nn::view(sum);
  constraints.d = VectorXd::Constant(1, 6.0);
  constraints.lower = VectorXd::Zero(3);
  const Problem network(nn::NonlinearMap(cost), 3, constraints);
  const auto solved = network.solve(VectorXd::Zero(3), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_LE((solved.z - VectorXd::Constant(3, 2.0)).norm(), 1e-9);
  EXPECT_LE((solved.w - VectorXd::Constant(3, 92.0)).norm(), 1e-8);
  EXPECT_NEAR(solved.multipliers[0], 92.0, 1e-8);
}

// F = (y, -x): monotone, nowhere strongly. Projection with a fixed step circles; zero is the only solution in the box.
TEST_P(ViSolvers, ARotationComesToRest) {
  const nn::NonlinearMap rotation([](const auto& z, auto F) {
    F[0] = z[1];
    F[1] = -z[0];
  });
  const Problem box(rotation, Box{VectorXd::Constant(2, -1.0), VectorXd::Constant(2, 1.0)});
  const auto solved = box.solve(Eigen::Vector2d(0.9, -0.3), options(1e-9));
  if (name() == "forward_backward") {
    EXPECT_EQ(solved.report.status, NSDS_STALLED);
    EXPECT_LE(solved.report.iterations, 15000);
  } else {
    ASSERT_TRUE(solved.ok()) << solved.report.message;
    EXPECT_LE(solved.z.norm(), 1e-8);
  }
  VectorXd z = Eigen::Vector2d(0.9, -0.3);
  for (int k = 0; k < 1000; ++k)
    z = Eigen::Vector2d(z[0] - 0.1 * z[1], z[1] + 0.1 * z[0]).cwiseMax(-1.0).cwiseMin(1.0);
  EXPECT_GE(z.norm(), 0.9);
}

// Monotone, with a ray of solutions: F = (x + y - 1) (1, 1) on the orthant.
TEST_P(ViSolvers, FindsOneOfManySolutions) {
  const nn::NonlinearMap F([](const auto& z, auto value) { value.setConstant(z.sum() - 1.0); });
  const Problem problem(F, Box{VectorXd::Zero(3), VectorXd::Constant(3, infinity)});
  const auto solved = problem.solve(VectorXd::Zero(3), options(1e-10));
  ASSERT_TRUE(solved.ok()) << solved.report.message;
  EXPECT_NEAR(solved.z.sum(), 1.0, 1e-9);
  EXPECT_GE(solved.z.minCoeff(), 0.0);
}

// The logarithm is defined inside the orthant alone: log z = 0 at (1, 1), from a point next to the edge of the domain.
TEST_P(ViSolvers, ShortensStepsThatLeaveTheDomain) {
  const auto F = [](const auto& z, auto value) {
    if (z.minCoeff() <= 0.0) return false;
    value = z.array().log().matrix();
    return true;
  };
  const auto J = [](const auto& z, auto values) {
    values.setZero();
    values.diagonal() = z.cwiseInverse();
  };
  const Problem problem(nn::NonlinearMap(F, J), Box{VectorXd::Zero(2), VectorXd::Constant(2, infinity)});
  for (const double start : {1e-3, 30.0}) {
    const auto solved = problem.solve(Eigen::Vector2d(start, 0.5), options(1e-9));
    ASSERT_TRUE(solved.ok()) << start << " " << solved.report.message;
    EXPECT_LE((solved.z - VectorXd::Ones(2)).norm(), 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ViSolvers, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_VI)),
                         [](const auto& test) {
                           return std::string(nsds_solver_at(NSDS_CLASS_VI, test.param)->name);
                         });

}  // namespace
}  // namespace nsds::test::vi_test
