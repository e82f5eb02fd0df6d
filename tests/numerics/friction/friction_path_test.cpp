// Central paths near their ends.
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "numerics/friction/friction_instances.hpp"
#include "support/draws.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_path_test {
namespace {

namespace nn = nsds::numerics;

// Twelve contacts of a body without friction, with normals at random: those of half of the seeds leave it no
// way to go, u is 0 at all contacts, and near the end of the path y is less than the rounding of u. The sign
// of the determinant is rounding there too: a path that goes on walks up and down until the last of 20000
// iterations.
TEST(FrictionPath, EndsWhereOnlyRoundingIsLeft) {
  for (const int dimension : {2, 3}) {
    for (unsigned seed = 1; seed <= 10; ++seed) {
      SCOPED_TRACE(::testing::Message() << "dimension " << dimension << ", seed " << seed);
      Draws draws(seed);
      constexpr int contacts = 12;
      constexpr double tolerance = 1e-10;
      Eigen::MatrixXd H(dimension * contacts, 6);
      Eigen::VectorXd v(6);
      for (double& entry : H.reshaped()) entry = draws.normal();
      for (double& entry : v) entry = draws.normal();
      const GivenFriction given({dimension, H * H.transpose(), 1e3 * H * v, Eigen::VectorXd::Zero(contacts)});
      nn::Options options(NSDS_CLASS_FRICTION_CONTACT, "interior_point");
      options.set("tolerance", tolerance);
      Eigen::VectorXd r = Eigen::VectorXd::Zero(given.data.q.size());
      nn::Report report;
      nsds_friction_contact_solve(&given.problem, r.data(), nullptr, options.get(), nullptr, &report);
      EXPECT_EQ(report.status, NSDS_OK) << report.message;
      EXPECT_LE(report.iterations, 1000);
      expect_solved(given.data.judged(), r, tolerance);
    }
  }
}

}  // namespace
}  // namespace nsds::test::friction_path_test
