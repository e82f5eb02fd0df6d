// The field's files of plastic flow: solved to 1e-8 by the solvers that are named, at 1e-10 OK or ROUNDOFF_LIMIT by the
// default, and never a claim that does not hold in an evaluation without the library.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/problems/cone_plasticity.hpp"
#include "plasticity_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::plasticity_data_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::VectorXd;

VectorXd copied(const double* values, Eigen::Index size) {
  if (values == nullptr) return VectorXd(0);
  return Eigen::Map<const VectorXd>(values, size);
}

class PlasticityFile : public ::testing::TestWithParam<const char*> {
 protected:
  PlasticityFile() {
    const char* root = std::getenv("NSDS_TEST_DATA");
    const std::filesystem::path file =
        std::filesystem::path(root == nullptr ? "" : root) / "data" / "numerics" / "Plasticity" / GetParam();
    const problems::ConePlasticity read = problems::readConePlasticity(file);
    const nsds_cone_plasticity& given = read.view();
    const nn::Matrix dense(*given.M, NSDS_DENSE);
    const Eigen::Index n = 3 * given.points;
    instance = {Eigen::Map<const Eigen::MatrixXd>(dense.get().as.dense.values, n, n), copied(given.q, n),
                copied(given.eta, given.points), copied(given.theta, given.points),
                copied(given.sigma_y, given.points)};
  }

  nn::cone_plasticity::Solution solve(const std::string& solver, double tolerance) const {
    return instance.posed().solve(
        nn::Options(NSDS_CLASS_CONE_PLASTICITY, solver).set("tolerance", tolerance));
  }

  PlasticityInstance instance;
};

TEST_P(PlasticityFile, IsSolved) {
  for (const std::string solver : {"auto", "nsgs", "proximal", "newton", "admm"}) {
    SCOPED_TRACE(solver);
    const auto found = solve(solver, 1e-8);
    EXPECT_EQ(found.report.status, NSDS_OK) << found.report.message;
    expect_claim(instance.judged(), found.r, found.report);
    RecordProperty(solver + "_iterations", static_cast<int>(found.report.iterations));
    RecordProperty(solver + "_seconds", std::to_string(found.report.seconds));
  }
}

TEST_P(PlasticityFile, IsSolvedToRounding) {
  const auto found = solve("auto", 1e-10);
  EXPECT_TRUE(found.ok() || found.report.status == NSDS_ROUNDOFF_LIMIT) << found.report.message;
  expect_claim(instance.judged(), found.r, found.report);
  EXPECT_LE(judge_contacts(instance.judged(), found.r, 1e-8, 2.0).value, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(
    Collection, PlasticityFile,
    ::testing::Values("plasticity_2d_example1.dat", "plasticity_2d_example1_theta0.dat",
                      "plasticity_2d_footing_1.dat", "plasticity_2d_footing_10.dat",
                      "plasticity_2d_footing_100.dat", "plasticity_2d_footing_100_theta0.05.dat",
                      "plasticity_2d_footing_100_theta0.dat", "plasticity_2d_vonmises_example1.dat",
                      "plasticity_2d_vonmises_footing_100.dat"),
    [](const auto& row) {
      std::string name = row.param;
      name = name.substr(0, name.rfind('.')).substr(std::string("plasticity_2d_").size());
      for (char& letter : name)
        if (letter == '.') letter = '_';
      return name;
    });

}  // namespace
}  // namespace nsds::test::plasticity_data_test
