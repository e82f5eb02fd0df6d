// The field's files of contacts that resist rolling: solved to 1e-8 by the solvers that are named, at 1e-10 OK or
// ROUNDOFF_LIMIT by the default, and never a claim that does not hold in evaluations without the library, those in
// which moments stand beside forces among them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/problems/global_rolling_friction_contact.hpp"
#include "nsds/problems/rolling_friction_contact.hpp"
#include "rolling_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::rolling_data_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

class RollingFile : public ::testing::TestWithParam<const char*> {
 protected:
  RollingFile() {
    const char* root = std::getenv("NSDS_TEST_DATA");
    const std::filesystem::path file =
        std::filesystem::path(root == nullptr ? "" : root) / "data" / "numerics" / "RFC3D" / GetParam();
    const problems::RollingFrictionContact read = problems::readRollingFrictionContact(file);
    const nsds_rolling_friction_contact& given = read.view();
    const Eigen::Index n = given.dimension * given.contacts;
    instance = {given.dimension, Eigen::MatrixXd(n, n), Eigen::Map<const VectorXd>(given.q, n),
                Eigen::Map<const VectorXd>(given.mu, given.contacts),
                Eigen::Map<const VectorXd>(given.mu_r, given.contacts)};
    const nn::Matrix dense(*given.W, NSDS_DENSE);
    instance.W = Eigen::Map<const Eigen::MatrixXd>(dense.get().as.dense.values, n, n);
  }

  nn::rolling_friction_contact::Solution solve(const char* solver, double tolerance) const {
    return instance.posed().solve(
        nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver).set("tolerance", tolerance));
  }

  RollingInstance instance;
};

// W of the rockfall is not symmetric, and alternating directions end above the tolerance; they would be said to be
// better than this if they were.
TEST_P(RollingFile, IsSolved) {
  for (const std::string solver : {"auto", "nsgs", "proximal", "newton", "admm"}) {
    SCOPED_TRACE(solver);
    const bool is_solved = solver != "admm" || std::string(GetParam()) != "rockfall_14_25792.dat";
    const auto found = solve(solver.c_str(), 1e-8);
    EXPECT_EQ(found.report.status, is_solved ? NSDS_OK : NSDS_STALLED) << found.report.message;
    expect_claim(instance.judged(), found.r, found.report);
    EXPECT_LE(naive_rolling_residual(instance, found.r), is_solved ? 1.001e-8 : 1e-7);
    RecordProperty(solver + "_iterations", static_cast<int>(found.report.iterations));
  }
}

// The spheres of two walls have tangential data of 1e-17 and less beside normal ones of 1, and the solver ends where these parts hold to
// 4e-9 of their own terms.
TEST_P(RollingFile, IsSolvedToRounding) {
  const auto found = solve("auto", 1e-10);
  const bool has_rounding_for_data = std::string(GetParam()).starts_with("rfc3d_sphere");
  EXPECT_TRUE(found.ok() || found.report.status == NSDS_ROUNDOFF_LIMIT || has_rounding_for_data)
      << found.report.message;
  EXPECT_LE(judged_contacts(instance.judged(), found.r), 1e-8);
  expect_claim(instance.judged(), found.r, found.report);
  // In the norms in which moments stand beside forces, too.
  EXPECT_LE(plain_rolling_residual(instance, found.r), 1e-8);
  EXPECT_LE(instance.posed().residual_fclib(found.r), 1e-8);
}

// The one problem in global form, as text and as FCLIB has it.
class GlobalRollingFile : public ::testing::TestWithParam<const char*> {};

TEST_P(GlobalRollingFile, IsSolved) {
  const char* root = std::getenv("NSDS_TEST_DATA");
  const std::filesystem::path file =
      std::filesystem::path(root == nullptr ? "" : root) / "data" / "numerics" / "GRFC3D" / GetParam();
  const problems::GlobalRollingFrictionContact read = problems::readGlobalRollingFrictionContact(file);
  const nsds_global_rolling_friction_contact& problem = read.view();
  ASSERT_EQ(problem.size, 768);
  ASSERT_EQ(problem.contacts, 4);
  for (int c = 0; c < 4; ++c) {
    EXPECT_EQ(problem.mu[c], 1.0);
    EXPECT_EQ(problem.mu_r[c], 0.1);
  }
  for (const double tolerance : {1e-8, 1e-10}) {
    VectorXd v(768), r(20), u(20);
    nn::Report report;
    const auto options = nn::Options(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT).set("tolerance", tolerance);
    const nsds_status status = nsds_global_rolling_friction_contact_solve(
        &problem, v.data(), r.data(), u.data(), nullptr, options.get(), nullptr, &report);
    EXPECT_TRUE(status == NSDS_OK || (tolerance < 1e-8 && status == NSDS_ROUNDOFF_LIMIT)) << report.message;
    double fclib = 1.0;
    EXPECT_EQ(
        nsds_global_rolling_friction_contact_residual_fclib(&problem, v.data(), r.data(), nullptr, &fclib),
        NSDS_OK);
    EXPECT_LE(fclib, 1e-8);
    // The law by this test's own evaluation, in the units of the problem.
    for (int c = 0; c < 4; ++c) {
      VectorXd shifted = u.segment(5 * c, 5);
      shifted[0] += shifted.segment(1, 2).norm() + 0.1 * shifted.tail(2).norm();
      const VectorXd r_c = r.segment(5 * c, 5);
      EXPECT_LE((r_c - projected_on_rolling_cone(1.0, 0.1, r_c - shifted)).norm(),
                1e-8 * (r.norm() + u.norm()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Collection, GlobalRollingFile,
                         ::testing::Values("GRFC3D_Chute-ndof-768-nc-4-3.dat", "Chute-ndof-768-nc-4-3.hdf5"),
                         [](const auto& row) { return std::string(row.index == 0 ? "text" : "fclib"); });

INSTANTIATE_TEST_SUITE_P(Collection, RollingFile,
                         ::testing::Values("RFC3D_cube_1.dat", "RFC3D_sphere_1.dat",
                                           "rfc3d_sphere_from_grfc3d.dat",
                                           "rfc3d_sphere_from_grfc3d_dense.dat", "rockfall_14_25792.dat"),
                         [](const auto& row) {
                           const std::string name = row.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace nsds::test::rolling_data_test
