// A repeated solve with a workspace allocates nothing.
#include <gtest/gtest.h>

#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/soclcp.h"
#include "support/malloc_counter.hpp"

namespace nsds::test::soclcp_allocation_test {
namespace {

namespace nn = nsds::numerics;

TEST(SoclcpAllocation, ARepeatedSolveWithAWorkspaceHasNone) {
  constexpr int n = 6;
  double values[n * n] = {};
  for (int i = 0; i < n; ++i) {
    values[i + n * i] = 3.0 + 0.1 * i;
    values[i + n * ((i + 1) % n)] = values[(i + 1) % n + n * i] = 0.5;
  }
  const double q[n] = {-1.0, 0.6, 0.2, 0.3, -0.8, -0.4};
  const nsds_matrix dense = nsds_matrix_dense(n, n, values, n);
  const nsds_cone cones[] = {{NSDS_CONE_LORENTZ, 3, 0.5, nullptr, nullptr},
                             {NSDS_CONE_LORENTZ, 2, 1.0, nullptr, nullptr},
                             {NSDS_CONE_NONNEGATIVE, 1, 0.0, nullptr, nullptr}};
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    nsds_matrix* M = nullptr;
    ASSERT_EQ(nsds_matrix_convert(&dense, storage, 3, &M), NSDS_OK);
    nsds_soclcp problem;
    nsds_soclcp_init(&problem);
    problem.size = n;
    problem.M = M;
    problem.q = q;
    problem.cone_count = 3;
    problem.cones = cones;
    for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_SOCLCP); ++solver) {
      const nn::Options options(NSDS_CLASS_SOCLCP, nsds_solver_at(NSDS_CLASS_SOCLCP, solver)->name);
      SCOPED_TRACE(options.solver());
      nn::Workspace workspace;
      nn::Report report;
      double z[n];
      ASSERT_EQ(nsds_soclcp_solve(&problem, z, nullptr, options.get(), workspace.get(), &report), NSDS_OK)
          << report.message;
      EXPECT_GT(report.iterations, 0);
      const long before = allocations();
      for (int repeat = 0; repeat < 3; ++repeat)
        nsds_soclcp_solve(&problem, z, nullptr, options.get(), workspace.get(), &report);
      EXPECT_EQ(allocations() - before, 0) << report.message;
    }
    nsds_matrix_free(M);
  }
}

}  // namespace
}  // namespace nsds::test::soclcp_allocation_test
