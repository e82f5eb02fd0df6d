// Planted problems: every solver finds the solution of those that it is meant for.
#include <Eigen/Dense>
#include <cmath>

#include "nsds/numerics/cpp/convex_qp.hpp"
#include "numerics/soclcp/soclcp_problems.hpp"
#include "numerics/vi/vi_problems.hpp"

namespace nsds::test::soclcp_planted_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST_P(SoclcpSolvers, SolveWhatTheyAreMeantFor) {
  for (const Kind kind : kinds) {
    if (!takes(kind)) continue;
    for (const Relation relation : relations) {
      Random random(17);
      for (int trial = 0; trial < 12; ++trial) {
        SCOPED_TRACE(std::string(name_of(kind)) + " " + name_of(relation) + " " + std::to_string(trial));
        const PlantedSoclcp planted = planted_soclcp(kind, relation, 1 + trial, random);
        const auto problem = planted.problem();
        EXPECT_LE(problem.residual(planted.z).value, 1e-14);
        // The natural map of methods of the first order is worth less where the solution is degenerate.
        const double tolerance = factorises() ? 1e-10 : 1e-8;
        const auto solved = problem.solve(options(tolerance));
        ASSERT_TRUE(solved.ok()) << solved.report.message;
        EXPECT_LE(problem.residual(solved.z).value, tolerance);
        if (kind == Kind::definite || kind == Kind::symmetric) {
          // |z - z*| ≤ (1 + L)/c of the natural map, in units.
          EXPECT_LE((solved.z - planted.z).norm(), 1e3 * tolerance * std::max(1.0, planted.z.norm()));
        }
      }
    }
  }
}

// Coupling of 4 makes the triangular problems of 30 unknowns hard: Newton's methods alone are lost on some of them.
TEST(SoclcpAuto, SolvesWhatIsFarFromMonotone) {
  Random random(23);
  bool any_is_indefinite = false;
  for (const Relation relation : relations) {
    for (int trial = 0; trial < 12; ++trial) {
      SCOPED_TRACE(std::string(name_of(relation)) + " " + std::to_string(trial));
      const PlantedSoclcp planted = planted_soclcp(Kind::triangular, relation, 1 + trial, random, 4.0);
      const Eigen::SelfAdjointEigenSolver<MatrixXd> part(planted.M + planted.M.transpose());
      any_is_indefinite = any_is_indefinite || part.eigenvalues()[0] < -1.0;
      const auto solved = planted.problem().solve(nn::Options(NSDS_CLASS_SOCLCP).set("tolerance", 1e-10));
      ASSERT_TRUE(solved.ok()) << solved.report.message;
      EXPECT_LE(planted.problem().residual(solved.z).value, 1e-10);
    }
  }
  EXPECT_TRUE(any_is_indefinite);
}

INSTANTIATE_TEST_SUITE_P(All, SoclcpSolvers, ::testing::Range(0, nsds_solver_count(NSDS_CLASS_SOCLCP)),
                         [](const auto& test) {
                           return std::string(nsds_solver_at(NSDS_CLASS_SOCLCP, test.param)->name);
                         });

}  // namespace
}  // namespace nsds::test::soclcp_planted_test
