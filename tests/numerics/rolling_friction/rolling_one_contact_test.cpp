// One contact that resists rolling, against closed forms, and limits in which its law is another one.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "rolling_instances.hpp"

namespace nsds::test::rolling_one_contact_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double one_tolerance = 1e-12;

nn::rolling_friction_contact::Solution solve(const RollingInstance& instance, const char* solver) {
  return instance.posed().solve(
      nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver).set("tolerance", one_tolerance));
}

class OneRollingContact : public ::testing::TestWithParam<const char*> {
 protected:
  // W = diag(2, 1, 1, 4, 4), or without the second tangent and moment; q_N = -2, so that r_N = 1.
  static RollingInstance space(double mu, double mu_r, const VectorXd& q) {
    return {5, VectorXd{{2.0, 1.0, 1.0, 4.0, 4.0}}.asDiagonal(), q, VectorXd{{mu}}, VectorXd{{mu_r}}};
  }
  void expect(const RollingInstance& instance, const VectorXd& r) const {
    const auto found = solve(instance, GetParam());
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE((found.r - r).norm(), 1e-11 * (1.0 + r.norm())) << found.r.transpose();
    EXPECT_LE((instance.W * found.r + instance.q - found.u).norm(), 1e-14 * instance.q.norm());
  }
};

TEST_P(OneRollingContact, Opens) {
  expect(space(0.3, 0.2, VectorXd{{0.1, 5.0, 0.0, 0.0, 7.0}}), VectorXd::Zero(5));
}

// |r_T| = 0.25 < mu, |m| = 0.125 < mu_r.
TEST_P(OneRollingContact, Sticks) {
  expect(space(0.3, 0.2, VectorXd{{-2.0, 0.15, -0.2, 0.5, 0.0}}), VectorXd{{1.0, -0.15, 0.2, -0.125, 0.0}});
}

TEST_P(OneRollingContact, SlidesWithoutRolling) {
  expect(space(0.3, 0.2, VectorXd{{-2.0, 3.0, -4.0, 0.5, 0.0}}), VectorXd{{1.0, -0.18, 0.24, -0.125, 0.0}});
}

TEST_P(OneRollingContact, RollsWithoutSliding) {
  expect(space(0.3, 0.2, VectorXd{{-2.0, 0.15, -0.2, 6.0, 8.0}}), VectorXd{{1.0, -0.15, 0.2, -0.12, -0.16}});
}

TEST_P(OneRollingContact, SlidesAndRolls) {
  expect(space(0.3, 0.2, VectorXd{{-2.0, 3.0, -4.0, 6.0, 8.0}}), VectorXd{{1.0, -0.18, 0.24, -0.12, -0.16}});
}

TEST_P(OneRollingContact, OfAPlaneDoesTheSame) {
  const RollingInstance plane{3, VectorXd{{2.0, 1.0, 4.0}}.asDiagonal(), VectorXd{{-2.0, 3.0, 0.5}},
                              VectorXd{{0.3}}, VectorXd{{0.2}}};
  expect(plane, VectorXd{{1.0, -0.3, -0.125}});
}

// A sphere with its spin alone: no moment is beyond mu_r r_N, and no tangent is there without friction.
TEST_P(OneRollingContact, WithoutFrictionTheMomentsAreLeft) {
  expect(space(0.0, 0.2, VectorXd{{-2.0, 3.0, -4.0, 6.0, 8.0}}), VectorXd{{1.0, 0.0, 0.0, -0.12, -0.16}});
  expect(space(0.0, 0.2, VectorXd{{-2.0, 3.0, -4.0, 0.5, 0.0}}), VectorXd{{1.0, 0.0, 0.0, -0.125, 0.0}});
}

TEST_P(OneRollingContact, WithNeitherTheNormalIsLeft) {
  expect(space(0.0, 0.0, VectorXd{{-2.0, 3.0, -4.0, 6.0, 8.0}}), VectorXd{{1.0, 0.0, 0.0, 0.0, 0.0}});
}

INSTANTIATE_TEST_SUITE_P(Solvers, OneRollingContact,
                         ::testing::Values("auto", "nsgs", "proximal", "newton", "admm", "extragradient",
                                           "fixed_point"),
                         [](const auto& row) { return std::string(row.param); });

}  // namespace
}  // namespace nsds::test::rolling_one_contact_test
