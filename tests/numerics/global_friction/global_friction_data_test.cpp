// Contact in global form over the field's collection of problem files: what every solver must make of them.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/friction_contact.h"
#include "nsds/problems/global_friction_contact.hpp"
#include "numerics/global_friction/global_friction_residual.hpp"

namespace nsds::test::global_friction_data_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

std::vector<std::filesystem::path> all_files() {
  const char* root = std::getenv("NSDS_TEST_DATA");
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"GFC2D", "GFC3D"})
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(root) / "data" / "numerics" / folder))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

nsds_status solve(const nsds_global_friction_contact& problem, const char* solver, double tolerance,
                  GlobalUnknowns& x, nsds_report& report) {
  nsds_options* options = nullptr;
  EXPECT_EQ(nsds_options_create(NSDS_CLASS_GLOBAL_FRICTION_CONTACT, solver, &options), NSDS_OK);
  EXPECT_EQ(nsds_options_set_double(options, "tolerance", tolerance), NSDS_OK);
  nsds_report_init(&report);
  const nsds_status status = nsds_global_friction_contact_solve(&problem, x.v.data(), x.r.data(), x.u.data(),
                                                                x.lambda.data(), options, nullptr, &report);
  nsds_options_free(options);
  return status;
}

class GlobalFrictionFiles : public testing::TestWithParam<const char*> {};

// Every file is solved; only finite elements, whose mass matrix is one connected block, are not for sweeps.
TEST_P(GlobalFrictionFiles, AreSolvedToTheTolerance) {
  const std::string solver = GetParam();
  ASSERT_GE(all_files().size(), 13U);
  for (const auto& file : all_files()) {
    SCOPED_TRACE(file.filename());
    const auto given = problems::readGlobalFrictionContact(file);
    const nsds_global_friction_contact& problem = given.view();
    for (const double tolerance : {1e-8, 1e-11}) {
      if (solver == "admm" && tolerance < 1e-8) continue;  // a method of first order
      GlobalUnknowns x(problem);
      nsds_report report;
      const nsds_status status = solve(problem, solver.c_str(), tolerance, x, report);
      if (solver == "nsgs" && file.filename() == "CubeH8.hdf5") {
        EXPECT_EQ(status, NSDS_NOT_APPLICABLE);
        continue;
      }
      ASSERT_EQ(status, NSDS_OK) << report.message;
      EXPECT_LE(naive_residual(problem, x), tolerance + 1e-13);
      nsds_residual of_class;
      nsds_residual_init(&of_class);
      ASSERT_EQ(nsds_global_friction_contact_class_residual(&problem, x.v.data(), x.r.data(), x.lambda.data(),
                                                            &of_class),
                NSDS_OK);
      EXPECT_NEAR(naive_residual(problem, x), of_class.value, 1e-13);
      EXPECT_LE(momentum_defect(problem, x), 1e-12);
      const VectorXd u =
          to_sparse(*problem.H).transpose() * x.v + Eigen::Map<const VectorXd>(problem.b, x.u.size());
      EXPECT_LE((u - x.u).norm(), 1e-13 * (1.0 + u.norm()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, GlobalFrictionFiles,
                         testing::Values("auto", "reduced", "newton", "nsgs", "admm"),
                         [](const auto& solver) { return std::string(solver.param); });

// With W = H' M^-1 H formed by Eigen, the reactions found without W solve FC(W, H' M^-1 q + b, mu), and the
// velocity of the contacts is the same.
TEST(GlobalFrictionData, ReactionsSolveTheReducedProblem) {
  int compared = 0;
  for (const auto& file : all_files()) {
    SCOPED_TRACE(file.filename());
    const auto given = problems::readGlobalFrictionContact(file);
    const nsds_global_friction_contact& problem = given.view();
    if (problem.size > 1000 || problem.contacts == 0) continue;
    GlobalUnknowns x(problem);
    nsds_report report;
    const char* const solver = file.filename() == "CubeH8.hdf5" ? "auto" : "nsgs";
    ASSERT_EQ(solve(problem, solver, 1e-10, x, report), NSDS_OK) << report.message;

    const MatrixXd M = to_sparse(*problem.M), H = to_sparse(*problem.H);
    const Eigen::PartialPivLU<MatrixXd> factors(M);
    const MatrixXd W = H.transpose() * factors.solve(H);
    const VectorXd q = H.transpose() * factors.solve(Eigen::Map<const VectorXd>(problem.q, problem.size)) +
                       Eigen::Map<const VectorXd>(problem.b, x.r.size());
    const nsds_matrix W_view = numerics::view(W);
    nsds_friction_contact reduced;
    nsds_friction_contact_init(&reduced);
    reduced.dimension = problem.dimension;
    reduced.contacts = problem.contacts;
    reduced.W = &W_view;
    reduced.q = q.data();
    reduced.mu = problem.mu;
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_friction_contact_residual(&reduced, x.r.data(), &residual), NSDS_OK);
    // The two classes measure r in units that differ where M is not diagonal.
    EXPECT_LE(residual.value, 1e-8);
    EXPECT_LE((W * x.r + q - x.u).norm(), 1e-11 * (1.0 + q.norm()));
    ++compared;
  }
  EXPECT_GE(compared, 9);
}

}  // namespace
}  // namespace nsds::test::global_friction_data_test
