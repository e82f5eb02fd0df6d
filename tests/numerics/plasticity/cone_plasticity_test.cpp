// Plastic flow in cones and cylinders of stress: one point against its formulas, Coulomb's law and the nearest point as
// limits, every solver on drawn problems, units, starts, and what a call is refused for.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "plasticity_instances.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::cone_plasticity_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;

nn::Options options_of(const std::string& solver) {
  return nn::Options(NSDS_CLASS_CONE_PLASTICITY, solver).set("tolerance", tolerance);
}

constexpr Flow flows[] = {Flow::associated, Flow::dilating, Flow::of_one_volume, Flow::von_mises};

// With M = diag(a, b, b) a point that flows has r_T = -eta r_N t, t = q_T/|q_T|, |u_T| = |q_T| - b eta r_N and
// u_N = (eta - theta) |u_T|.
TEST(OnePoint, FlowsByItsFormula) {
  const double a = 2.0, b = 0.5, eta = 0.4;
  const Vector3d q(-1.0, 1.2, -0.9);
  const double slip = q.tail<2>().norm();
  for (const double theta : {0.0, 0.1, 0.25, 0.4, 0.7}) {
    SCOPED_TRACE(theta);
    const PlasticityInstance instance{
        Vector3d(a, b, b).asDiagonal(), q, VectorXd{{eta}}, VectorXd{{theta}}, {}};
    const auto found = instance.posed().solve(options_of("auto").set("tolerance", 1e-14));
    const double dilatancy = eta - theta, r_N = (dilatancy * slip - q[0]) / (a + dilatancy * b * eta);
    ASSERT_GT(slip, b * eta * r_N);
    EXPECT_NEAR(found.r[0], r_N, 1e-13);
    EXPECT_LE((found.r.tail<2>() + eta * r_N / slip * q.tail<2>()).norm(), 1e-13);
    EXPECT_NEAR(found.u[0], dilatancy * found.u.tail<2>().norm(), 1e-13);
    // What is dissipated is theta r_N |u_T|.
    EXPECT_NEAR(-found.r.dot(found.u), theta * r_N * found.u.tail<2>().norm(), 1e-13);
  }
}

TEST(OnePoint, OfMOneIsTheNearestPointOfAnAssociatedCone) {
  for (const Vector3d& q : {Vector3d(-1.0, 1.0, 3.0), Vector3d(-1.0, 0.05, 0.0), Vector3d(2.0, 0.3, 0.4),
                            Vector3d(0.05, 0.3, 0.4), Vector3d(0.0, 0.0, 0.0)}) {
    SCOPED_TRACE(q.transpose());
    const PlasticityInstance instance{Matrix3d::Identity(), q, VectorXd{{0.1}}, VectorXd{{0.0}}, {}};
    const auto found = instance.posed().solve(options_of("auto"));
    EXPECT_TRUE(found.ok()) << found.report.message;
    EXPECT_LE((found.r - projected_on_yield(instance, 0, 1.0, -q)).norm(), 1e-9);
  }
}

// u = 0 outside of the region of velocities that a closed cone has is no solution: q_N > 0 alone does not open it.
TEST(OnePoint, OpensWhereTheVelocityIsInsideTheDualConeOfItsDilatancy) {
  const auto solve = [](double q_N, double theta) {
    const PlasticityInstance instance{
        Matrix3d::Identity(), Vector3d(q_N, 1.0, 0.0), VectorXd{{0.5}}, VectorXd{{theta}}, {}};
    return instance.posed().solve(options_of("auto")).r;
  };
  EXPECT_EQ(solve(0.31, 0.2), Vector3d::Zero());
  EXPECT_GT(solve(0.29, 0.2)[0], 1e-3);
  EXPECT_EQ(solve(0.01, 0.5), Vector3d::Zero());
}

TEST(OnePoint, OfVonMisesReturnsRadially) {
  const double a = 2.0, b = 0.5, sigma = 0.7;
  for (const double scale : {0.1, 1.0, 10.0}) {
    SCOPED_TRACE(scale);
    const Vector3d q = scale * Vector3d(1.0, 1.2, -0.9);
    const PlasticityInstance instance{Vector3d(a, b, b).asDiagonal(), q, {}, {}, VectorXd{{sigma}}};
    const auto found = instance.posed().solve(options_of("auto").set("tolerance", 1e-14));
    const double elastic = q.tail<2>().norm() / b;
    EXPECT_NEAR(found.r[0], -q[0] / a, 1e-13 * scale);
    const Vector3d expected = -std::min(1.0, sigma / elastic) / b * q;
    EXPECT_LE((found.r.tail<2>() - expected.tail<2>()).norm(), 1e-13 * scale);
  }
}

class PlasticitySolver : public ::testing::TestWithParam<std::string> {};

TEST_P(PlasticitySolver, SolvesAndTheClaimHolds) {
  for (const Flow flow : flows)
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(std::to_string(static_cast<int>(flow)) + ", " + std::to_string(seed));
      const PlasticityInstance instance = random_plasticity(flow, 1 + static_cast<int>(seed % 6), seed);
      const auto found = instance.posed().solve(options_of(GetParam()));
      ASSERT_TRUE(found.ok()) << found.report.message;
      expect_claim(instance.judged(), found.r, found.report);
    }
}

INSTANTIATE_TEST_SUITE_P(All, PlasticitySolver,
                         ::testing::Values("auto", "nsgs", "proximal", "newton", "admm", "extragradient",
                                           "fixed_point"),
                         [](const auto& row) { return row.param; });

// The minimum of r'Mr/2 + q'r over cones or cylinders is one point.
TEST(ConePlasticity, TheAssociatedSolutionIsTheMinimum) {
  for (const Flow flow : {Flow::associated, Flow::von_mises})
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
      SCOPED_TRACE(seed);
      const PlasticityInstance instance = random_plasticity(flow, 5, seed);
      const VectorXd r = instance.posed().solve(options_of("auto")).r;
      VectorXd x = VectorXd::Zero(15);  // by projected gradients
      const double step = 1.0 / instance.M.norm();
      for (int k = 0; k < 4000; ++k) {
        const VectorXd y = x - step * (instance.M * x + instance.q);
        for (Index c = 0; c < 5; ++c)
          x.segment<3>(3 * c) = projected_on_yield(instance, c, 1.0, y.segment<3>(3 * c));
      }
      EXPECT_LE((r - x).norm(), 1e-8 * (1.0 + x.norm()));
    }
}

TEST(ConePlasticity, OfOneVolumeIsCoulombsFriction) {
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    const PlasticityInstance instance = random_plasticity(Flow::of_one_volume, 5, seed);
    const nn::friction_contact::Problem friction(3, nn::view(instance.M), instance.q, instance.eta);
    const auto found = instance.posed().solve(options_of("auto"));
    EXPECT_NEAR(friction.residual(found.r).value, instance.posed().residual(found.r).value, 1e-14);
    EXPECT_NEAR(friction.class_residual(found.r).value, instance.posed().class_residual(found.r).value,
                1e-14);
    EXPECT_NEAR(friction.residual_fclib(found.r), instance.posed().residual_fclib(found.r), 1e-14);
  }
}

TEST(ConePlasticity, ResidualDoesNotChangeWithUnitsNorWithTurns) {
  const Matrix3d turn = (Matrix3d() << 1.0, 0.0, 0.0, 0.0, 0.6, -0.8, 0.0, 0.8, 0.6).finished();
  for (const Flow flow : flows) {
    const PlasticityInstance instance = random_plasticity(flow, 2, 3);
    const VectorXd r = VectorXd{{1.0, 0.3, -0.2, 0.1, 0.5, 0.4}};
    const double here = instance.posed().class_residual(r).value;
    EXPECT_NEAR(here, naive_plasticity_residual(instance, r), 1e-14 * here);
    PlasticityInstance other = instance;  // u in units of 1/1000, r of 1e6
    other.M *= 1e-9;
    other.q *= 1e-3;
    if (!instance.is_cone()) other.sigma_y *= 1e6;
    EXPECT_NEAR(other.posed().class_residual(1e6 * r).value, here, 1e-13 * here);
    MatrixXd turns = MatrixXd::Zero(6, 6);
    turns.topLeftCorner<3, 3>() = turns.bottomRightCorner<3, 3>() = turn;
    other = instance;
    other.M = turns * instance.M * turns.transpose();
    other.q = turns * instance.q;
    EXPECT_NEAR(other.posed().class_residual(turns * r).value, here, 1e-13 * here);
  }
}

TEST(ConePlasticity, PartsOfTheResidualNameWhatIsViolated) {
  const PlasticityInstance cylinder{Matrix3d::Identity(), Vector3d(0.0, -3.0, -4.0), {}, {}, VectorXd{{1.0}}};
  // r_T = (0.6, 0.8) is the solution; s_u = s_r = 5.
  const nsds_residual solved = cylinder.posed().class_residual(Vector3d(0.0, 0.6, 0.8));
  EXPECT_LE(solved.value + solved.primal + solved.dual + solved.complementarity, 1e-15);
  EXPECT_NEAR(cylinder.posed().class_residual(Vector3d(0.5, 0.6, 0.8)).dual, 0.1, 1e-15);
  EXPECT_NEAR(cylinder.posed().class_residual(Vector3d(0.0, 1.2, 1.6)).primal, 0.2, 1e-15);
  // sigma_y |u_T| + r_T . u_T = 5 with r_T = 0.
  EXPECT_NEAR(cylinder.posed().class_residual(Vector3d(0.0, 0.0, 0.0)).complementarity, 0.2, 1e-15);
  EXPECT_EQ(solved.worst, 0);
}

TEST(ConePlasticity, ASolutionIsReturnedAtOnceAndMemoryIsReused) {
  nn::Workspace workspace;
  for (const Flow flow : flows) {
    const PlasticityInstance instance = random_plasticity(flow, 6, 9);
    const auto found = instance.posed().solve(options_of("auto"), &workspace);
    ASSERT_TRUE(found.ok());
    VectorXd r = found.r, u = found.u;
    const nn::Report again =
        instance.posed().solve(r, u, options_of("auto").set("warm_start", true), &workspace);
    EXPECT_TRUE(again.ok());
    EXPECT_EQ(again.iterations, 0);
    EXPECT_LE((r - found.r).norm(), 1e-14 * r.norm());
    EXPECT_EQ(instance.posed().solve(options_of("auto"), &workspace).r, found.r);
  }
}

TEST(ConePlasticity, LimitsEndASolveByName) {
  const PlasticityInstance instance = random_plasticity(Flow::dilating, 6, 9);
  const auto found = instance.posed().solve(options_of("nsgs").set("max_iterations", 1));
  EXPECT_EQ(found.report.status, NSDS_MAX_ITERATIONS);
  EXPECT_TRUE(found.r.allFinite());
}

TEST(ConePlasticity, NoPointsAreSolved) {
  const PlasticityInstance none{MatrixXd(0, 0), VectorXd(0), VectorXd(0), VectorXd(0), {}};
  EXPECT_TRUE(none.posed().solve().ok());
}

class PlasticityRefusal : public ::testing::Test {
 protected:
  void expect(const char* message) {
    nn::Report report;
    VectorXd r = VectorXd::Constant(3, 3.0), u = r;
    EXPECT_EQ(nsds_cone_plasticity_solve(&problem, r.data(), u.data(), nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_STREQ(report.message, message);
    EXPECT_EQ(r, VectorXd::Constant(3, 3.0));
    nsds_residual residual;
    nsds_residual_init(&residual);
    EXPECT_EQ(nsds_cone_plasticity_residual(&problem, r.data(), &residual), NSDS_INVALID_ARGUMENT);
  }

  PlasticityInstance instance{
      Matrix3d::Identity(), Vector3d(-1.0, 0.0, 0.0), VectorXd{{0.5}}, VectorXd{{0.1}}, {}};
  nn::cone_plasticity::Problem posed = instance.posed();
  nsds_cone_plasticity problem = posed.view();
};

TEST_F(PlasticityRefusal, NamesTheLaw) {
  problem.law = 0;
  expect("problem.law is 0, it must be NSDS_DRUCKER_PRAGER, 1, or NSDS_VON_MISES, 2.");
}

TEST_F(PlasticityRefusal, NamesNumbersOfTheOtherLaw) {
  const double sigma = 1.0;
  problem.sigma_y = &sigma;
  expect("problem.sigma_y must be null for Drucker and Prager, it is von Mises's.");
  problem.law = NSDS_VON_MISES;
  expect("problem.eta and problem.theta must be null for von Mises, they are Drucker and Prager's.");
}

TEST_F(PlasticityRefusal, NamesTheNumberThatIsNone) {
  const double wrong = -1.0, large = 1e200, nan = std::numeric_limits<double>::quiet_NaN();
  problem.theta = &wrong;
  expect("problem.theta[0] is -1, it must not be negative.");
  problem.eta = &large;
  expect("problem.eta[0] is 1e+200, it must be at most 1e+150.");
  problem.eta = problem.theta = nullptr;
  problem.law = NSDS_VON_MISES;
  problem.sigma_y = &nan;
  nn::Report report;
  VectorXd r(3);
  EXPECT_EQ(nsds_cone_plasticity_solve(&problem, r.data(), nullptr, nullptr, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_NE(std::string(report.message).find("sigma_y"), std::string::npos) << report.message;
}

TEST_F(PlasticityRefusal, NamesSizes) {
  problem.points = 2;
  expect("problem.M is 3 x 3, it must be 6 x 6: 3 rows a point.");
  problem.points = -1;
  expect("problem.points is -1, it must be between 0 and 715827882.");
  problem.points = 1;
  problem.M = nullptr;
  expect("problem.M is null.");
}

TEST(ConePlasticity, SizesThatDifferAreThrown) {
  const MatrixXd M = MatrixXd::Identity(3, 3);
  const nsds_matrix view = nn::view(M);
  using nn::cone_plasticity::Problem;
  EXPECT_THROW(
      Problem(view, VectorXd::Zero(3), nn::cone_plasticity::DruckerPrager{VectorXd{{1.0}}, VectorXd(0)}),
      nn::Error);
  EXPECT_THROW(Problem(view, VectorXd::Zero(4), nn::cone_plasticity::VonMises{VectorXd{{1.0}}}), nn::Error);
}

}  // namespace
}  // namespace nsds::test::cone_plasticity_test
