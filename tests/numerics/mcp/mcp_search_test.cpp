// The searches and merits that the Newton methods offer: each leads to a solution, and does what its name says.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nsds/numerics/lcp.h"
#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"

namespace nsds::test::mcp_search_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

struct Way {
  const char* solver;
  const char* search;
  const char* merit;
};

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const char* solver : {"josephy_newton", "newton_fb", "newton_min"})
    for (const char* search : {"nonmonotone", "armijo", "watchdog"})
      for (const char* merit : {"fischer_burmeister", "penalised"}) all.push_back({solver, search, merit});
  all.push_back({"josephy_newton", "path", "fischer_burmeister"});
  all.push_back({"josephy_newton", "path", "penalised"});
  return all;
}

std::string way_name(const ::testing::TestParamInfo<Way>& row) {
  return std::string(row.param.solver) + "_" + row.param.search + "_" + row.param.merit;
}

nn::Options options_of(const Way& way) {
  return nn::Options(NSDS_CLASS_MCP, way.solver).set("line_search", way.search).set("merit", way.merit);
}

// The number behind the name of a family, which is near that of the unknowns.
int number_of(const std::string& name) {
  return std::stoi(name.substr(name.find(':') + 1));
}

class Search : public ::testing::TestWithParam<Way> {};

// Marked problems have a solution that every search of these has to reach.
TEST_P(Search, SolvesMonotoneProblems) {
  int solved = 0;
  for (const std::string& name : nonlinear_names()) {
    if (number_of(name) > 40) continue;
    const NonlinearProblem problem = *make_nonlinear(name);
    if (problem.size() > 40 || !problem.uniformly_p) continue;
    for (std::size_t start = 0; start < problem.starts.size(); ++start) {
      const nn::mcp::Solution found = mcp_of(problem).solve(start_of(problem, start), options_of(GetParam()));
      EXPECT_TRUE(found.ok()) << name << ", start " << start << ": " << found.report.message;
      EXPECT_LE(natural_residual(problem, found.z), 1e-8) << name;
      ++solved;
    }
  }
  EXPECT_GE(solved, 15);
}

INSTANTIATE_TEST_SUITE_P(Ways, Search, ::testing::ValuesIn(ways()), way_name);

// The valley of Rosenbrock as a system: full Newton steps follow it, a search that goes down at every
// step creeps along its floor.
nn::mcp::Problem curved_valley() {
  return {nn::NonlinearMap(
              [](const VectorIn& z, VectorOut F) {
                F[0] = 10.0 * (z[1] - z[0] * z[0]);
                F[1] = 1.0 - z[0];
              },
              [](const VectorIn& z, Eigen::Ref<Eigen::MatrixXd> J) { J << -20.0 * z[0], 10.0, -1.0, 0.0; }),
          VectorXd::Constant(2, -HUGE_VAL), VectorXd::Constant(2, HUGE_VAL)};
}

TEST(Search, AWatchdogLetsTheMeritRiseForAFewSteps) {
  const VectorXd start{{-1.2, 1.0}};
  const nn::mcp::Solution watched =
      curved_valley().solve(start, options_of({"newton_fb", "watchdog", "fischer_burmeister"}));
  const nn::mcp::Solution down =
      curved_valley().solve(start, options_of({"newton_fb", "armijo", "fischer_burmeister"}));
  ASSERT_TRUE(watched.ok() && down.ok());
  EXPECT_LE(watched.report.iterations, 3);
  EXPECT_GE(down.report.iterations, 3 * watched.report.iterations);
}

// Of F(z) = (z - 1)² - 1.01 with z ≥ 0 from zero, unseen steps that lead nowhere are taken back: what is returned is no worse
// than the start.
TEST(Search, AWatchdogReturnsWhereItBegan) {
  const NonlinearProblem billups = *make_nonlinear("billups:1");
  for (std::size_t start = 0; start < billups.starts.size(); ++start) {
    const VectorXd z = start_of(billups, start);
    const nn::mcp::Solution found = mcp_of(billups).solve(
        z, options_of({"newton_min", "watchdog", "fischer_burmeister"}).set("rounds", 0));
    EXPECT_LE(natural_residual(billups, found.z), natural_residual(billups, z));
  }
}

// The steps before the first subproblem count as iterations.
TEST(Search, ACrashGuessesTheSet) {
  const NonlinearProblem problem = *make_nonlinear("josephy:4");
  for (std::size_t start = 0; start < problem.starts.size(); ++start) {
    const nn::mcp::Solution found = mcp_of(problem).solve(
        start_of(problem, start), nn::Options(NSDS_CLASS_MCP, "josephy_newton").set("crash", 3));
    EXPECT_TRUE(found.ok()) << found.report.message;
    EXPECT_GT(found.report.iterations, 0);
  }
}

// The affine classes have the same searches, by the same loop.
TEST(Search, AffineClassesHaveThemToo) {
  for (const nsds_class problem_class : {NSDS_CLASS_LCP, NSDS_CLASS_MLCP, NSDS_CLASS_RELAY})
    for (const char* search : {"nonmonotone", "armijo", "watchdog"})
      for (const char* merit : {"fischer_burmeister", "penalised"})
        for (const char* solver : {"newton_fb", "newton_min"})
          EXPECT_NO_THROW(nn::Options(problem_class, solver).set("line_search", search).set("merit", merit));
  EXPECT_THROW(nn::Options(NSDS_CLASS_LCP, "newton_fb").set("line_search", "path"), nn::Error);
}

}  // namespace
}  // namespace nsds::test::mcp_search_test
