// What the class becomes in its limits, and what changes nothing: units, the plane as a part of space.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "rolling_instances.hpp"

namespace nsds::test::rolling_limits_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

nn::rolling_friction_contact::Solution solve(const RollingInstance& instance, double tolerance) {
  return instance.posed().solve(nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT).set("tolerance", tolerance));
}

// The rows of one contact that are forces, in a plane or in space.
Index forces(const RollingInstance& instance) {
  return instance.dimension - instance.dimension / 2;
}

void expect_nothing_beside(const std::vector<Index>& rows, VectorXd r) {
  r(rows).setZero();
  EXPECT_EQ(r, VectorXd::Zero(r.size()));
}

// Without mu_r the rows of moments are those of bodies that turn freely: the rest is Coulomb's problem.
TEST(RollingLimits, WithoutRollingResistanceAreCoulombs) {
  for (const int d : {3, 5}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      SCOPED_TRACE(::testing::Message() << d << " " << seed);
      RollingInstance rolling = random_rolling(d, 6, 60, 0.1, 1.0, seed);
      rolling.mu_r.setZero();
      const Index nc = rolling.contacts(), f = forces(rolling);
      std::vector<Index> rows;
      for (Index c = 0; c < nc; ++c)
        for (Index k = 0; k < f; ++k) rows.push_back(d * c + k);
      const MatrixXd W = rolling.W(rows, rows);
      const VectorXd q = rolling.q(rows);
      const nn::friction_contact::Problem coulomb(static_cast<int>(f), nn::view(W), q, rolling.mu);
      const auto options = nn::Options(NSDS_CLASS_FRICTION_CONTACT).set("tolerance", 1e-13);
      const auto expected = coulomb.solve(options);
      const auto found = solve(rolling, 1e-13);
      ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
      EXPECT_LE((found.r(rows) - expected.r).norm(), 1e-10 * (1.0 + expected.r.norm()));
      expect_nothing_beside(rows, found.r);
    }
  }
}

// The distance falls with mu_r.
TEST(RollingLimits, AreApproachedAsTheCoefficientFalls) {
  RollingInstance rolling = random_rolling(5, 6, 60, 0.1, 1.0, 3);
  const VectorXd mu_r = rolling.mu_r;
  rolling.mu_r.setZero();
  const VectorXd limit = solve(rolling, 1e-13).r;
  double before = 0.0;
  for (const double factor : {1e-2, 1e-4, 1e-6}) {
    rolling.mu_r = factor * mu_r;
    const auto found = solve(rolling, 1e-13);
    ASSERT_TRUE(found.ok()) << found.report.message;
    const double distance = (found.r - limit).norm();
    EXPECT_GT(distance, 0.0);
    if (before > 0.0) {
      EXPECT_NEAR(distance / before, 1e-2, 2e-3);
    }
    before = distance;
  }
}

// Spin and rolling alone: with mu = 0 the tangents are free, and what is left is a problem of normals and moments.
TEST(RollingLimits, WithoutFrictionNormalsAndMomentsAreLeft) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    RollingInstance rolling = random_rolling(5, 5, 60, 0.1, 1.0, seed);
    rolling.mu.setZero();
    // As Coulomb's problem with moments for tangents: the law is the same.
    std::vector<Index> rows;
    for (Index c = 0; c < 5; ++c)
      for (const Index k : {0, 3, 4}) rows.push_back(5 * c + k);
    const MatrixXd W = rolling.W(rows, rows);
    const VectorXd q = rolling.q(rows);
    const nn::friction_contact::Problem coulomb(3, nn::view(W), q, rolling.mu_r);
    const auto expected = coulomb.solve(nn::Options(NSDS_CLASS_FRICTION_CONTACT).set("tolerance", 1e-13));
    const auto found = solve(rolling, 1e-13);
    ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
    EXPECT_LE((found.r(rows) - expected.r).norm(), 1e-10 * (1.0 + expected.r.norm()));
    expect_nothing_beside(rows, found.r);
  }
}

// Residual and solution do not depend on the unit of length, nor on those of force and velocity.
TEST(RollingLimits, UnitsChangeNothing) {
  const RollingInstance one = random_rolling(5, 6, 60, 0.1, 1.0, 11);
  const auto solution = solve(one, 1e-12);
  ASSERT_TRUE(solution.ok()) << solution.report.message;
  VectorXd r = solution.r;
  r[0] *= 1.01;
  const double residual = one.posed().residual(r).value, of_class = one.posed().class_residual(r).value;
  for (const double factor : {1e-4, 3e-2, 1e3}) {
    SCOPED_TRACE(factor);
    RollingInstance other = one.in_length(factor);
    other.W *= 7.0e3;
    other.q *= 1.0 / 13.0;
    VectorXd scale = VectorXd::Constant(30, 1.0 / (13.0 * 7.0e3));
    for (Index c = 0; c < 6; ++c) scale.segment(5 * c + 3, 2) *= factor;
    EXPECT_NEAR(other.posed().residual(scale.cwiseProduct(r)).value, residual, 1e-12 * residual);
    EXPECT_NEAR(other.posed().class_residual(scale.cwiseProduct(r)).value, of_class, 1e-12 * of_class);
    const auto found = solve(other, 1e-12);
    ASSERT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE((found.r.cwiseQuotient(scale) - solution.r).norm(), 1e-9 * solution.r.norm());
  }
}

// A planar problem is one in space whose second tangent and first moment are coupled to nothing.
TEST(RollingLimits, ThePlaneIsAPartOfSpace) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const RollingInstance plane = random_rolling(3, 5, 40, 0.1, 1.0, seed);
    std::vector<Index> rows;
    for (Index c = 0; c < 5; ++c)
      for (const Index k : {0, 1, 3}) rows.push_back(5 * c + k);
    RollingInstance space{5, MatrixXd::Identity(25, 25), VectorXd::Zero(25), plane.mu, plane.mu_r};
    space.W(rows, rows) = plane.W;
    space.q(rows) = plane.q;
    const auto expected = solve(space, 1e-13), found = solve(plane, 1e-13);
    ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
    EXPECT_LE((expected.r(rows) - found.r).norm(), 1e-10 * (1.0 + found.r.norm()));
    expect_nothing_beside(rows, expected.r);
  }
}

}  // namespace
}  // namespace nsds::test::rolling_limits_test
