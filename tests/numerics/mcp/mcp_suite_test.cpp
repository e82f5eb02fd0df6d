// The suite of nonlinear problems by formula, tests/support/nonlinear: `auto` solves it from every start, no solver says ok of
// what is no solution.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/mcp_of.hpp"
#include "support/slowdown.hpp"

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;

constexpr double tolerance = 1e-8;

std::vector<std::string> names_up_to(Eigen::Index size) {
  std::vector<std::string> names;
  for (const std::string& name : nonlinear_names())
    if (make_nonlinear(name)->size() <= size) names.push_back(name);
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& row) {
  std::string name = row.param;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
}

nn::Options options_of(const std::string& solver, double seconds) {
  return nn::Options(NSDS_CLASS_MCP, solver)
      .set("tolerance", tolerance)
      .set("time_limit", seconds * slowdown);
}

void expect_truthful(const NonlinearProblem& problem, const nn::mcp::Solution& found) {
  if (!found.ok()) return;
  EXPECT_LE(natural_residual(problem, found.z), tolerance) << found.report.solver;
  EXPECT_TRUE((found.z.array() >= problem.lower.array()).all() &&
              (found.z.array() <= problem.upper.array()).all());
}

class McpSuite : public ::testing::TestWithParam<std::string> {};

TEST_P(McpSuite, TheDefaultSolvesItFromEveryStart) {
  const NonlinearProblem problem = *make_nonlinear(GetParam());
  const nn::mcp::Problem posed = mcp_of(problem);
  for (std::size_t k = 0; k < problem.starts.size(); ++k) {
    SCOPED_TRACE("start " + std::to_string(k));
    const nn::mcp::Solution found = posed.solve(start_of(problem, k), options_of("auto", 60.0));
    EXPECT_TRUE(found.ok()) << found.report.message;
    expect_truthful(problem, found);
    if (found.ok()) {
      EXPECT_LE(distance_to_solutions(problem, found.z), admissible_distance(problem)) << found.report.solver;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Nonlinear, McpSuite, ::testing::ValuesIn(names_up_to(300)), test_name);

class McpTruth : public ::testing::TestWithParam<std::string> {};

TEST_P(McpTruth, NoSolverClaimsWhatDoesNotHold) {
  const NonlinearProblem problem = *make_nonlinear(GetParam());
  const nn::mcp::Problem posed = mcp_of(problem);
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const char* solver = nsds_solver_at(NSDS_CLASS_MCP, k)->name;
    SCOPED_TRACE(solver);
    for (std::size_t start = 0; start < problem.starts.size(); ++start)
      expect_truthful(problem, posed.solve(start_of(problem, start), options_of(solver, 0.2)));
  }
}

INSTANTIATE_TEST_SUITE_P(Nonlinear, McpTruth, ::testing::ValuesIn(names_up_to(120)), test_name);

}  // namespace
}  // namespace nsds::test
