// The larger instances of the suite. Those whose dense Jacobians take minutes are left to nsds-bench nonlinear.
#include "numerics/mcp/mcp_suite.hpp"

namespace nsds::test::mcp_large_suite_test {
namespace {

std::vector<std::string> large_names() {
  std::vector<std::string> names = names_from(301, 40000);
  std::erase_if(names, [](const std::string& name) {
    const NonlinearProblem problem = *make_nonlinear(name);
    return problem.is_dense() && problem.size() > 600;
  });
  return names;
}

INSTANTIATE_TEST_SUITE_P(Large, McpSuite, ::testing::ValuesIn(large_names()), test_name);

}  // namespace
}  // namespace nsds::test::mcp_large_suite_test
