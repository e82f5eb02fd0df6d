// The field's two files of problems over cones: 296 contacts of capsules, whose forces are not unique, and three contacts with the
// identity for M.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "nsds/problems/soclcp.hpp"

namespace nsds::test::soclcp_data_test {
namespace {

namespace nn = nsds::numerics;

problems::Soclcp file(const char* name) {
  const char* data = std::getenv("NSDS_TEST_DATA");
  return problems::readSoclcp(std::filesystem::path(data == nullptr ? "" : data) / "data" / "numerics" /
                              "SOCLCP" / name);
}

struct Solved {
  std::vector<double> z;
  nn::Report report;
};

Solved solve(const problems::Soclcp& problem, const char* solver) {
  Solved solved{std::vector<double>(static_cast<std::size_t>(problem.view().size)), {}};
  nsds_soclcp_solve(&problem.view(), solved.z.data(), nullptr,
                    nn::Options(NSDS_CLASS_SOCLCP, solver).set("tolerance", 1e-10).get(), nullptr,
                    &solved.report);
  return solved;
}

TEST(SoclcpData, CapsulesAreSolvedToTenDigits) {
  const problems::Soclcp problem = file("Capsules-i122-1617.dat");
  EXPECT_EQ(problem.view().size, 888);
  EXPECT_EQ(problem.view().cone_count, 296);
  for (const char* solver : {"auto", "smoothing", "newton_fb", "newton_min"}) {
    const Solved solved = solve(problem, solver);
    EXPECT_EQ(solved.report.status, NSDS_OK) << solver << " " << solved.report.message;
    nn::Report check;
    ASSERT_EQ(nsds_soclcp_residual(&problem.view(), solved.z.data(), &check.residual), NSDS_OK);
    EXPECT_LE(check.residual.value, 1e-10) << solver;
  }
}

// z = P_K(-q), because M = 1; -q = (1, -1, -3) and mu = 0.1: the ray (1, 0.1 x_T/|x_T|) at c = (1 + 0.1 √10) / 1.01.
TEST(SoclcpData, ThreeContactsHaveAFormula) {
  const problems::Soclcp problem = file("Example1_SOCLCP_SBM.dat");
  const double c = (1.0 + 0.1 * std::sqrt(10.0)) / 1.01;
  const double expected[] = {c, -0.1 * c / std::sqrt(10.0), -0.3 * c / std::sqrt(10.0)};
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_SOCLCP); ++solver) {
    const Solved solved = solve(problem, nsds_solver_at(NSDS_CLASS_SOCLCP, solver)->name);
    EXPECT_EQ(solved.report.status, NSDS_OK) << solved.report.message;
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(solved.z[i], expected[i % 3], 1e-9);
  }
}

}  // namespace
}  // namespace nsds::test::soclcp_data_test
