// The suite up to some hundred unknowns, by `auto`; no solver says ok of what is no solution.
#include "numerics/mcp/mcp_suite.hpp"

namespace nsds::test::mcp_suite_test {
namespace {

INSTANTIATE_TEST_SUITE_P(Nonlinear, McpSuite, ::testing::ValuesIn(names_from(0, 300)), test_name);

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

INSTANTIATE_TEST_SUITE_P(Nonlinear, McpTruth, ::testing::ValuesIn(names_from(0, 120)), test_name);

}  // namespace
}  // namespace nsds::test::mcp_suite_test
