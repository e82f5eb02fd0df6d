// A repeated solve with a workspace allocates nothing, callbacks apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/options.hpp"
#include "nsds/numerics/generalized_equation.h"
#include "nsds/numerics/vi.h"
#include "support/malloc_counter.hpp"

namespace nsds::test::vi_allocation_test {
namespace {

namespace nn = nsds::numerics;

constexpr int n = 6;

int evaluate(void*, const double* z, double* F) {
  for (int i = 0; i < n; ++i)
    F[i] = 2.0 * z[i] + std::atan(z[i]) + 0.5 * z[(i + 1) % n] - 0.3 * z[(i + 5) % n] - 1.0 + 0.4 * i;
  return 0;
}

int jacobian(void*, const double* z, double* J) {
  std::fill_n(J, n * n, 0.0);
  for (int i = 0; i < n; ++i) {
    J[i + n * i] = 2.0 + 1.0 / (1.0 + z[i] * z[i]);
    J[i + n * ((i + 1) % n)] = 0.5;
    J[i + n * ((i + 5) % n)] = -0.3;
  }
  return 0;
}

int project(void*, const double* x, double* p) {
  for (int i = 0; i < n; ++i) p[i] = std::clamp(x[i], -0.2, 0.1);
  return 0;
}

int shrink(void*, double rho, const double* x, double* out) {
  for (int i = 0; i < n; ++i) out[i] = std::copysign(std::max(std::fabs(x[i]) - 0.5 * rho, 0.0), x[i]);
  return 0;
}

template <class Solve>
void expect_no_allocation(const Solve& solve) {
  nn::Workspace workspace;
  nn::Report report;
  const nsds_status first = solve(workspace.get(), &report);
  if (first == NSDS_NOT_APPLICABLE) return;
  ASSERT_EQ(first, NSDS_OK) << report.message;
  EXPECT_GT(report.iterations, 0);
  const long before = allocations();
  for (int repeat = 0; repeat < 3; ++repeat) solve(workspace.get(), &report);
  EXPECT_EQ(allocations() - before, 0) << report.message;
}

TEST(ViAllocation, ARepeatedSolveWithAWorkspaceHasNone) {
  const double bounds[] = {-0.5, -0.5, -0.5, -0.5, -0.5, -0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2};
  const double ones[] = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  const double one = 1.0;
  const nsds_matrix sum = nsds_matrix_dense(1, n, ones, 1);
  const nsds_cone cones[] = {{NSDS_CONE_LORENTZ, 3, 0.5, nullptr, nullptr},
                             {NSDS_CONE_LORENTZ, 3, 1.0, nullptr, nullptr}};
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_VI); ++solver) {
    const nn::Options options(NSDS_CLASS_VI, nsds_solver_at(NSDS_CLASS_VI, solver)->name);
    for (const auto set : {NSDS_VI_BOX, NSDS_VI_POLYHEDRON, NSDS_VI_CONES, NSDS_VI_PROJECTOR}) {
      SCOPED_TRACE(options.solver() + " " + std::to_string(set));
      nsds_vi problem;
      nsds_vi_init(&problem);
      problem.size = n;
      problem.F.evaluate = evaluate;
      problem.F.jacobian = jacobian;
      problem.set = set;
      if (set == NSDS_VI_BOX) problem.lower = bounds, problem.upper = bounds + n;
      if (set == NSDS_VI_POLYHEDRON) problem.equalities = 1, problem.C = &sum, problem.d = &one;
      if (set == NSDS_VI_CONES) problem.cone_count = 2, problem.cones = cones;
      if (set == NSDS_VI_PROJECTOR) problem.project = project;
      double z[n], multipliers[1];
      expect_no_allocation([&](nsds_workspace* workspace, nsds_report* report) {
        return nsds_vi_solve(&problem, z, multipliers, nullptr, options.get(), workspace, report);
      });
    }
  }
}

constexpr int many = 120;

// F_i = d_i z_i - 1 with d_i from 1 to `user`.
double stiffness(const void* user, int i) {
  return std::pow(*static_cast<const double*>(user), i / (many - 1.0));
}

int evaluate_many(void* user, const double* z, double* F) {
  for (int i = 0; i < many; ++i) F[i] = stiffness(user, i) * z[i] - 1.0;
  return 0;
}

int jacobian_many(void* user, const double*, double* J) {
  std::fill_n(J, many * many, 0.0);
  for (int i = 0; i < many; ++i) J[i + many * i] = stiffness(user, i);
  return 0;
}

// Large enough for a trial of projections, which solve the first problem and are left in the second.
TEST(ViAllocation, ARepeatedSolveByAutoOverManyConesHasNone) {
  const std::vector<nsds_cone> cones(many / 3, {NSDS_CONE_LORENTZ, 3, 0.5, nullptr, nullptr});
  for (double largest : {2.0, 1e5}) {
    SCOPED_TRACE(largest);
    nsds_vi problem;
    nsds_vi_init(&problem);
    problem.size = many;
    problem.F.evaluate = evaluate_many;
    problem.F.jacobian = jacobian_many;
    problem.F.user = &largest;
    problem.set = NSDS_VI_CONES;
    problem.cone_count = many / 3;
    problem.cones = cones.data();
    const nn::Options options(NSDS_CLASS_VI);
    double z[many] = {};
    expect_no_allocation([&](nsds_workspace* workspace, nsds_report* report) {
      const nsds_status status =
          nsds_vi_solve(&problem, z, nullptr, nullptr, options.get(), workspace, report);
      EXPECT_EQ(report->factorizations > 0, largest > 2.0);
      return status;
    });
  }
}

TEST(ViAllocation, ARepeatedGeneralizedEquationHasNone) {
  for (int solver = 0; solver < nsds_solver_count(NSDS_CLASS_GENERALIZED_EQUATION); ++solver) {
    const nn::Options options(NSDS_CLASS_GENERALIZED_EQUATION,
                              nsds_solver_at(NSDS_CLASS_GENERALIZED_EQUATION, solver)->name);
    SCOPED_TRACE(options.solver());
    nsds_generalized_equation problem;
    nsds_generalized_equation_init(&problem);
    problem.size = n;
    problem.F.evaluate = evaluate;
    problem.resolvent = shrink;
    double z[n];
    expect_no_allocation([&](nsds_workspace* workspace, nsds_report* report) {
      return nsds_generalized_equation_solve(&problem, z, nullptr, options.get(), workspace, report);
    });
  }
}

}  // namespace
}  // namespace nsds::test::vi_allocation_test
