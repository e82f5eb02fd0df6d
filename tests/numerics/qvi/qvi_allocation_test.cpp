// A repeated solve with a workspace allocates nothing, callbacks apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/qvi.h"
#include "support/malloc_counter.hpp"

namespace nsds::test::qvi_allocation_test {
namespace {

namespace nn = nsds::numerics;

constexpr int n = 6;

int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < n; ++i)
    F[i] = 2.0 * z[i] + std::atan(z[i]) + 0.5 * z[(i + 1) % n] - 0.3 * z[(i + 5) % n] - 1.0 + 0.4 * i;
  return 0;
}

int shift(void*, const double* z, double* c) {
  for (int i = 0; i < n; ++i) c[i] = 0.1 + 0.05 * std::sin(z[(i + 1) % n]);
  return 0;
}

int g(void*, const double* y, const double* z, double* values) {
  values[0] = 1.0 - 0.1 * z[1];
  for (int i = 0; i < n; ++i) values[0] -= y[i] * y[i];
  return 0;
}

int g_by_y(void*, const double* y, const double*, double* values) {
  for (int i = 0; i < n; ++i) values[i] = -2.0 * y[i];
  return 0;
}

int project(void*, const double* x, double* p) {
  for (int i = 0; i < n; ++i) p[i] = std::clamp(x[i], -0.2, 0.1);
  return 0;
}

TEST(QviAllocation, ARepeatedSolveWithAWorkspaceHasNone) {
  const double bounds[] = {-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2};
  const double ones[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  const double half = 0.5;
  const nsds_matrix sum = nsds_matrix_dense(1, n, ones, 1);
  const nsds_cone cones[] = {{NSDS_CONE_LORENTZ, 3, 0.5, nullptr, nullptr},
                             {NSDS_CONE_LORENTZ, 3, 1.0, nullptr, nullptr}};
  int taken = 0;
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_QVI); ++solver) {
    const nn::Options options(NSDS_CLASS_QVI, nsds_solver_at(NSDS_CLASS_QVI, solver)->name);
    for (const auto set : {NSDS_VI_BOX, NSDS_VI_POLYHEDRON, NSDS_VI_CONES, NSDS_VI_PROJECTOR}) {
      for (const bool with_rows : {false, true}) {
        SCOPED_TRACE(options.solver() + " " + std::to_string(set) + (with_rows ? " with rows" : ""));
        nsds_qvi problem;
        nsds_qvi_init(&problem);
        problem.size = n;
        problem.F.evaluate = evaluate;
        problem.c.evaluate = shift;
        problem.set = set;
        if (set == NSDS_VI_BOX) problem.lower = bounds, problem.upper = bounds + n;
        if (set == NSDS_VI_POLYHEDRON) problem.equalities = 1, problem.C = &sum, problem.d = &half;
        if (set == NSDS_VI_CONES) problem.cone_count = 2, problem.cones = cones;
        if (set == NSDS_VI_PROJECTOR) problem.project = project;
        if (with_rows) problem.rows = 1, problem.g = g, problem.g_by_y.evaluate = g_by_y;
        double z[n], multipliers[2];
        nn::Workspace workspace;
        nn::Report report;
        const auto solve = [&] {
          return nsds_qvi_solve(&problem, z, multipliers, nullptr, options.get(), workspace.get(), &report);
        };
        const nsds_status first = solve();
        if (first == NSDS_NOT_APPLICABLE) continue;
        ASSERT_EQ(first, NSDS_OK) << report.message;
        EXPECT_GT(report.iterations, 0);
        ++taken;
        const long before = allocations();
        for (int repeat = 0; repeat < 3; ++repeat) solve();
        EXPECT_EQ(allocations() - before, 0) << report.message;
      }
    }
  }
  EXPECT_GE(taken, 20);  // of 4 solvers on 4 sets with and without rows
}

}  // namespace
}  // namespace nsds::test::qvi_allocation_test
