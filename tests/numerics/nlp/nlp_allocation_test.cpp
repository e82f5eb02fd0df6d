// A repeated solve with a workspace allocates nothing, the callbacks apart.
#include <gtest/gtest.h>

#include "numerics/nlp/nlp_problems.hpp"
#include "support/malloc_counter.hpp"

namespace nsds::test::nlp_allocation_test {
namespace {

// min (x_0 - 2)^2 + (x_1 - 1)^2 + (x_0 - x_1)^4 under x_0^2 - x_1 ≤ 0 and x_0 + x_1 = 1.5, without a vector of its own.
nsds_nlp plain_program(bool with_hessian) {
  nsds_nlp problem;
  nsds_nlp_init(&problem);
  problem.size = 2;
  problem.inequalities = 1;
  problem.equalities = 1;
  problem.objective = [](void*, const double* x, double* f) {
    const double a = x[0] - 2.0, b = x[1] - 1.0, d = x[0] - x[1];
    *f = a * a + b * b + d * d * d * d;
    return 0;
  };
  problem.gradient = [](void*, const double* x, double* g) {
    const double d = x[0] - x[1];
    g[0] = 2.0 * (x[0] - 2.0) + 4.0 * d * d * d;
    g[1] = 2.0 * (x[1] - 1.0) - 4.0 * d * d * d;
    return 0;
  };
  problem.constraints = [](void*, const double* x, double* c) {
    c[0] = x[1] - x[0] * x[0];
    c[1] = x[0] + x[1] - 1.5;
    return 0;
  };
  problem.jacobian = [](void*, const double* x, double* J) {
    J[0] = -2.0 * x[0];
    J[1] = J[2] = J[3] = 1.0;
    return 0;
  };
  if (with_hessian) {
    problem.hessian = [](void*, const double* x, double weight, const double* multipliers, double* H) {
      const double d = x[0] - x[1];
      H[0] = weight * (2.0 + 12.0 * d * d) - 2.0 * multipliers[0];
      H[1] = H[2] = -12.0 * weight * d * d;
      H[3] = weight * (2.0 + 12.0 * d * d);
      return 0;
    };
  }
  return problem;
}

TEST(NlpAllocation, ARepeatedSolveWithAWorkspaceHasNone) {
  for (const char* solver : {"auto", "sqp"}) {
    for (const bool with_hessian : {true, false}) {
      const nsds_nlp problem = plain_program(with_hessian);
      const nn::Options options(NSDS_CLASS_NLP, solver);
      nn::Workspace workspace;
      nn::Report report;
      double x[2], multipliers[2];
      nsds_nlp_solve(&problem, x, multipliers, options.get(), workspace.get(), &report);
      ASSERT_EQ(report.status, NSDS_OK) << report.message;
      const long before = allocations();
      for (int repeat = 0; repeat < 3; ++repeat)
        nsds_nlp_solve(&problem, x, multipliers, options.get(), workspace.get(), &report);
      EXPECT_EQ(allocations() - before, 0) << solver << " " << with_hessian;
    }
  }
}

}  // namespace
}  // namespace nsds::test::nlp_allocation_test
