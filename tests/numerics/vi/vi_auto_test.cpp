// What `auto` of variational inequalities tries first: projections where they converge fast, Newton's method where they do not.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <string>
#include <vector>

#include "nsds/numerics/registry.h"
#include "support/nonlinear/vi_of.hpp"
#include "support/slowdown.hpp"

namespace nsds::test::vi_auto_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::vi::Cone;

nn::Options auto_options() {
  return nn::Options(NSDS_CLASS_VI).set("tolerance", 1e-8).set("time_limit", 60.0 * slowdown);
}

struct Effort {
  const char* name;
  int most_evaluations;
  const char* solver;
};

class ViEffort : public ::testing::TestWithParam<Effort> {};

TEST_P(ViEffort, IsSmallFromEveryStart) {
  const auto& [name, most_evaluations, solver] = GetParam();
  const VariationalProblem problem = *make_variational(name);
  const nn::vi::Problem posed = vi_of(problem);
  for (const VectorXd& start : problem.map.starts) {
    const nn::vi::Solution found = posed.solve(start, auto_options());
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE(found.report.evaluations, most_evaluations);
    EXPECT_STREQ(found.report.solver, solver);
    if (std::string(solver) == "forward_backward") {
      EXPECT_EQ(found.report.factorizations, 0);
    }
  }
}

// Half again as many as were counted.
constexpr Effort efforts[] = {
    {"simplex:1000:2", 6, "successive_avi"},     {"polyhedron:40:1", 8, "successive_avi"},
    {"product:30:1", 30, "normal_map_newton"},   {"product:300:2", 140, "forward_backward"},
    {"product:3000:3", 125, "forward_backward"}, {"ball:20:1", 45, "forward_backward"},
    {"ball:1000:2", 42, "forward_backward"},     {"rotation:2", 300, "golden_ratio"},
};

INSTANTIATE_TEST_SUITE_P(Variational, ViEffort, ::testing::ValuesIn(efforts), [](const auto& row) {
  std::string name = row.param.name;
  for (char& letter : name)
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  return name;
});

// F = D z + S z + q over 40 Lorentz cones of three, D from `least` to `largest`, S turning pairs of unknowns.
nn::vi::Problem turning(double least, double largest, double turn) {
  constexpr int n = 120;
  MatrixXd M = MatrixXd::Zero(n, n);
  VectorXd q(n);
  for (int i = 0; i < n; ++i) {
    M(i, i) = least * std::pow(largest / least, i / (n - 1.0));
    q[i] = -std::cos(i) - (i % 3 == 0 ? 1.0 : 0.0);
    const int j = (i + 7) % n;
    M(i, j) += turn;
    M(j, i) -= turn;
  }
  const auto F = [M, q](const auto& z, auto w) { w = M * z + q; };
  const auto J = [M](const auto& /*z*/, auto out) { out = M; };
  return {nn::NonlinearMap(F, J), std::vector<Cone>(n / 3, Cone::lorentz(3, 0.7))};
}

void expect_newton_soon(const nn::vi::Problem& problem) {
  const nn::vi::Solution alone = problem.solve(
      VectorXd::Zero(120),
      nn::Options(NSDS_CLASS_VI, "forward_backward").set("tolerance", 1e-8).set("max_iterations", 150));
  EXPECT_FALSE(alone.ok());
  EXPECT_LE(alone.report.iterations, 40);
  const nn::vi::Solution found = problem.solve(VectorXd::Zero(120), auto_options());
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_GT(found.report.factorizations, 0);
  EXPECT_STRNE(found.report.solver, "forward_backward");
  EXPECT_LE(found.report.evaluations, 120);
}

TEST(ViAuto, LeavesProjectionsThatConvergeSlowly) {
  expect_newton_soon(turning(1.0, 1e5, 0.0));
}

TEST(ViAuto, LeavesProjectionsThatCircle) {
  expect_newton_soon(turning(1e-2, 1e-2, 1.0));
}

}  // namespace
}  // namespace nsds::test::vi_auto_test
