// Contact that resists rolling: what every solver obeys on problems with solutions, and what a call is refused for.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <string>

#include "numerics/linalg/storages.hpp"
#include "rolling_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::rolling_solvers_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;

nn::Options options_of(const std::string& solver) {
  return nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver).set("tolerance", tolerance);
}

void expect_in_cones(const RollingInstance& instance, const VectorXd& r) {
  const Index d = instance.dimension, tangents = d / 2;
  for (Index c = 0; c < instance.contacts(); ++c) {
    const double rounding = 1.0 + 1e-12;
    EXPECT_LE(r.segment(d * c + 1, tangents).norm(), instance.mu[c] * r[d * c] * rounding + 1e-300);
    EXPECT_LE(r.segment(d * c + d - tangents, tangents).norm(),
              instance.mu_r[c] * r[d * c] * rounding + 1e-300);
  }
}

class RollingSolver : public ::testing::TestWithParam<std::string> {};

// Moments measured in metres and in millimetres: the method must not know.
TEST_P(RollingSolver, RegularProblemsAreSolvedAndTheClaimHolds) {
  for (std::uint64_t seed = 0; seed < 36; ++seed) {
    SCOPED_TRACE(seed);
    const int d = seed % 2 == 0 ? 5 : 3, nc = 1 + static_cast<int>(seed % 7);
    const double length = seed % 3 == 0 ? 1.0 : seed % 3 == 1 ? 1e-3 : 1e3;
    const RollingInstance instance = random_rolling(d, nc, 3 * d * nc, 0.1, length, seed);
    const auto found = instance.posed().solve(options_of(GetParam()));
    ASSERT_TRUE(found.ok()) << found.report.message;
    expect_claim(instance.judged(), found.r, found.report);
    expect_in_cones(instance, found.r);
  }
}

// Whatever a solver answers about redundant contacts, OK is true.
TEST_P(RollingSolver, NothingIsClaimedOfRedundantContactsThatDoesNotHold) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const RollingInstance instance = random_rolling(5, 6, 6, 0.0, 1.0, seed);  // rank 6 of 30
    const auto found = instance.posed().solve(options_of(GetParam()).set("time_limit", 0.2));
    EXPECT_TRUE(found.r.allFinite() && found.u.allFinite());
    expect_claim(instance.judged(), found.r, found.report);
    expect_in_cones(instance, found.r);
  }
}

TEST_P(RollingSolver, AStartThatSolvesIsReturnedAtOnce) {
  const RollingInstance instance = random_rolling(5, 4, 60, 0.1, 1.0, 2);
  const auto problem = instance.posed();
  auto found = problem.solve(options_of(GetParam()));
  const VectorXd r = found.r;
  const nn::Report report = problem.solve(found.r, found.u, options_of(GetParam()).set("warm_start", 1));
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_LE((found.r - r).norm(), 1e-14 * r.norm());
}

TEST_P(RollingSolver, LimitsAreKept) {
  const RollingInstance instance = random_rolling(5, 12, 30, 0.0, 1.0, 4);
  const auto found = instance.posed().solve(options_of(GetParam()).set("max_iterations", 2));
  // Newton's method on its own says that it stalled where its last step is done.
  const nsds_status limit = GetParam() == "newton" ? NSDS_STALLED : NSDS_MAX_ITERATIONS;
  EXPECT_TRUE(found.report.status == limit || found.ok()) << found.report.message;
  EXPECT_LE(found.report.iterations, 2);
  EXPECT_TRUE(found.r.allFinite());
}

TEST_P(RollingSolver, TheNormOfFclibIsReached) {
  const RollingInstance instance = random_rolling(5, 6, 90, 0.1, 1e-2, 6);
  const auto found = instance.posed().solve(options_of(GetParam()).set("norm", "fclib"));
  ASSERT_TRUE(found.ok()) << found.report.message;
  EXPECT_LE(instance.posed().residual_fclib(found.r), tolerance);
}

// Storages, and any truthful claim of what is unchanged, give the bits of a solve from nothing.
TEST_P(RollingSolver, StoragesAndReuseDoNotShow) {
  const RollingInstance instance = random_rolling(5, 5, 60, 0.1, 0.1, 8);
  const auto expected = instance.posed().solve(options_of(GetParam()));
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    const Stored W(instance.W, storage);
    const nn::rolling_friction_contact::Problem problem(5, W.view(), instance.q, instance.mu, instance.mu_r);
    nn::Workspace workspace;
    for (const char* reuse : {"none", "structure", "values", "values"}) {
      const auto found = problem.solve(options_of(GetParam()).set("reuse", reuse), &workspace);
      ASSERT_TRUE(found.ok()) << found.report.message;
      EXPECT_LE((found.r - expected.r).norm(), 1e-8 * expected.r.norm());
      if (storage == NSDS_DENSE) {
        EXPECT_EQ(found.r, expected.r) << reuse;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, RollingSolver,
                         ::testing::Values("auto", "nsgs", "proximal", "newton", "admm", "extragradient",
                                           "fixed_point"),
                         [](const auto& row) { return row.param; });

class RollingRefusal : public ::testing::Test {
 protected:
  void expect(const char* message) {
    nn::Report report;
    VectorXd r = VectorXd::Constant(5, 3.0), u = r;
    EXPECT_EQ(nsds_rolling_friction_contact_solve(&problem, r.data(), u.data(), nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_STREQ(report.message, message);
    EXPECT_EQ(r, VectorXd::Constant(5, 3.0));
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_rolling_friction_contact_residual(&problem, r.data(), &residual), NSDS_INVALID_ARGUMENT);
  }

  RollingInstance instance{5, Eigen::MatrixXd::Identity(5, 5), VectorXd{{-1.0, 0.0, 0.0, 0.0, 0.0}},
                           VectorXd{{0.5}}, VectorXd{{0.1}}};
  nn::rolling_friction_contact::Problem posed = instance.posed();
  nsds_rolling_friction_contact problem = posed.view();
};

TEST_F(RollingRefusal, NamesTheDimension) {
  problem.dimension = 4;
  expect("problem.dimension is 4, it must be 3 or 5.");
}

TEST_F(RollingRefusal, NamesACoefficientOfRolling) {
  const double negative = -0.1, infinite = std::numeric_limits<double>::infinity(), large = 1e151;
  problem.mu_r = &negative;
  expect("problem.mu_r[0] is -0.1, it must not be negative.");
  problem.mu_r = &infinite;
  expect("problem.mu_r[0] is inf.");
  problem.mu_r = &large;
  expect("problem.mu_r[0] is 1e+151, it must be at most 1e+150 times the length 1.");
  problem.mu_r = nullptr;
  expect("problem.mu_r is null.");
}

TEST_F(RollingRefusal, NamesAMatrixOfAnotherSize) {
  problem.dimension = 3;
  expect("problem.W is 5 x 5, it must be 3 x 3: 3 rows a contact.");
}

TEST(RollingProblem, OfNoContactsIsSolved) {
  nsds_rolling_friction_contact problem;
  nsds_rolling_friction_contact_init(&problem);
  const nsds_matrix W = nsds_matrix_dense(0, 0, nullptr, 1);
  problem.W = &W;
  nn::Report report;
  EXPECT_EQ(nsds_rolling_friction_contact_solve(&problem, nullptr, nullptr, nullptr, nullptr, &report),
            NSDS_OK)
      << report.message;
}

}  // namespace
}  // namespace nsds::test::rolling_solvers_test
