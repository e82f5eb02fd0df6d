// The residual of frictional contact and the norm of FCLIB, where numbers end and lanes begin.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "friction_oracle.hpp"
#include "support/draws.hpp"

namespace nsds::test::friction_norm_test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What overflows is no solution, in either norm: W r is infinite, and so is the residual.
TEST(FrictionNorm, NumbersBeyondAllNumbersHaveAnInfiniteResidual) {
  FrictionData data{2, MatrixXd::Identity(4, 4), VectorXd::Ones(4), VectorXd::Ones(2)};
  data.W(2, 0) = 1e200;
  nsds_matrix W;
  const auto problem = view(data, W);
  for (const double size : {1e-60, 1e150}) {
    const VectorXd r = size * VectorXd::Ones(4);
    EXPECT_EQ(std::isinf(problem.residual(r).value), size > 1.0);
    EXPECT_EQ(std::isinf(problem.class_residual(r).value), size > 1.0);
    EXPECT_EQ(std::isinf(problem.residual_fclib(r)), size > 1.0);
  }
}

// Nor is what overflows in the map alone, or in the norm of q.
TEST(FrictionNorm, MapsBeyondAllNumbersAreNoSolutions) {
  FrictionData steep{3, MatrixXd::Identity(3, 3), VectorXd::Zero(3), VectorXd::Constant(1, 1e150)};
  steep.W(1, 0) = 1e9;
  steep.q << -1.0, 1.0, 0.0;
  nsds_matrix W;
  const auto problem = view(steep, W);
  const VectorXd r{{1.0, -1.0, 0.0}};
  EXPECT_TRUE(std::isinf(problem.class_residual(r).value));
  FrictionData wide{3, 1e307 * MatrixXd::Identity(6, 6), VectorXd::Zero(6), VectorXd::Ones(2)};
  wide.q[0] = wide.q[3] = -1.5e308;
  nsds_matrix huge;
  VectorXd other = VectorXd::Zero(6);
  other[0] = other[3] = 5.0;
  EXPECT_TRUE(std::isinf(view(wide, huge).residual_fclib(other)));
}

// Wherever the worst is, and whatever stands in the other lanes.
TEST(FrictionNorm, ValueIsThatOfTheWorstContact) {
  for (int d = 2; d <= 3; ++d)
    for (int nc = 1; nc <= 9; ++nc) {
      const FrictionData data = random_friction(d, nc, 2 * d * nc, 0.1, static_cast<std::uint64_t>(nc));
      nsds_matrix W;
      const auto problem = view(data, W);
      const VectorXd r = 0.1 * VectorXd::LinSpaced(Index{d} * nc, -1.0, 2.0);
      for (Index worst = 0; worst < nc; ++worst) {
        VectorXd far = r;
        far.segment(d * worst, d) *= 1e6;
        const nsds_residual found = problem.class_residual(far);
        EXPECT_NEAR(found.value, naive_residual(data, far), 1e-12 * found.value);
        far[d * worst + d - 1] = std::numeric_limits<double>::quiet_NaN();
        EXPECT_TRUE(std::isinf(problem.residual(far).value));
        EXPECT_TRUE(std::isinf(problem.class_residual(far).value));
        EXPECT_TRUE(std::isinf(problem.residual_fclib(far)));
      }
    }
}

FrictionData equal_contacts(int d, Index contacts) {
  VectorXd q(d * contacts);
  for (Index c = 0; c < contacts; ++c) q.segment(d * c, d) = VectorXd::LinSpaced(d, -1.0, 0.5);
  return {d, MatrixXd::Identity(d * contacts, d * contacts), q, VectorXd::Constant(contacts, 0.6)};
}

// Contacts that do not see each other and have the same units: every part is the largest of one of them.
TEST(FrictionNorm, PartsAreTheLargestOfOneContact) {
  Draws draws(8);
  for (int d = 2; d <= 3; ++d)
    for (Index nc = 1; nc <= 9; ++nc) {
      const FrictionData one = equal_contacts(d, 1), all = equal_contacts(d, nc);
      nsds_matrix W_one, W_all;
      const auto single = view(one, W_one), together = view(all, W_all);
      const VectorXd r = VectorXd::NullaryExpr(d * nc, [&] { return draws.uniform(-2.0, 2.0); });
      nsds_residual largest{};
      for (Index c = 0; c < nc; ++c) {
        const nsds_residual found = single.class_residual(VectorXd(r.segment(d * c, d)));
        if (found.value > largest.value) largest.worst = static_cast<std::int32_t>(c);
        largest.value = std::max(largest.value, found.value);
        largest.primal = std::max(largest.primal, found.primal);
        largest.dual = std::max(largest.dual, found.dual);
        largest.complementarity = std::max(largest.complementarity, found.complementarity);
        largest.roundoff_floor = std::max(largest.roundoff_floor, found.roundoff_floor);
      }
      const nsds_residual found = together.class_residual(r);
      EXPECT_EQ(found.value, largest.value);
      EXPECT_EQ(found.worst, largest.worst);
      EXPECT_EQ(found.primal, largest.primal);
      EXPECT_EQ(found.dual, largest.dual);
      EXPECT_EQ(found.complementarity, largest.complementarity);
      EXPECT_EQ(found.roundoff_floor, largest.roundoff_floor);
    }
}

}  // namespace
}  // namespace nsds::test::friction_norm_test
