// A repeated solve with a workspace allocates nothing, but for sparse factorisations, whose memory is their library's.
#include <gtest/gtest.h>

#include "nsds/numerics/cpp/mcp.hpp"
#include "nsds/numerics/registry.h"
#include "support/malloc_counter.hpp"

namespace nsds::test::mcp_allocation_test {
namespace {

namespace nn = nsds::numerics;

constexpr int n = 30;

// Monotone: z³ + z and what the neighbours exchange.
int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < n; ++i) {
    F[i] = z[i] * z[i] * z[i] + 3.0 * z[i] - 2.0 + 0.1 * i * (i % 3 - 1);
    if (i > 0) F[i] -= z[i - 1];
    if (i + 1 < n) F[i] -= z[i + 1];
  }
  return NSDS_MAP_EVALUATED;
}

TEST(McpAllocation, ARepeatedSolveWithAWorkspaceHasNone) {
  nsds_mcp problem;
  nsds_mcp_init(&problem);
  problem.size = n;
  problem.F.evaluate = evaluate;
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_MCP); ++k) {
    const nn::Options options(NSDS_CLASS_MCP, nsds_solver_at(NSDS_CLASS_MCP, k)->name);
    SCOPED_TRACE(options.solver());
    double z[n] = {}, w[n];
    nn::Workspace workspace;
    nn::Report report;
    nsds_mcp_solve(&problem, z, w, options.get(), workspace.get(), &report);
    ASSERT_EQ(report.status, NSDS_OK) << report.message;
    const long before = allocations();
    for (int repeat = 0; repeat < 3; ++repeat)
      nsds_mcp_solve(&problem, z, w, options.get(), workspace.get(), &report);
    EXPECT_EQ(allocations() - before, 0);
  }
}

}  // namespace
}  // namespace nsds::test::mcp_allocation_test
