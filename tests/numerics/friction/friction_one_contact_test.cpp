// One contact, exhaustively: random problems against the law evaluated in long double.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdlib>
#include <string>

#include "friction_oracle.hpp"
#include "support/draws.hpp"

namespace nsds::test::friction_one_contact_test {
namespace {

namespace nn = nsds::numerics;

// A million with NSDS_EXHAUSTIVE set, else what takes a second.
int draws_a_kind() {
  return std::getenv("NSDS_EXHAUSTIVE") != nullptr ? 1000000 : 20000;
}

// u of the lightest load W has: a semidefinite W with q in the interior of K* + Im W has a solution
// [Klarbring, Pang 1998, SIAM J. Optim. 8; Acary, Cadoux 2013]; here q = W x + k, k inside of K*.
Eigen::Vector3d certified_q(const Eigen::Matrix3d& W, double mu, Draws& draws) {
  Eigen::Vector3d x, k;
  for (double& value : x) value = draws.normal();
  for (double& value : k) value = 0.3 * draws.normal();
  k[0] = mu * k.tail<2>().norm() + draws.uniform(0.01, 0.3);
  return W * x + k;
}

FrictionData one_contact(int rank, double scale, Draws& draws) {
  Eigen::Matrix3d B;
  for (double& entry : B.reshaped()) entry = draws.normal();
  for (int k = rank; k < 3; ++k) B.row(k).setZero();
  FrictionData data{3, B.transpose() * B, Eigen::VectorXd(3), Eigen::VectorXd(1)};
  data.mu[0] = draws.integer(0, 9) == 0 ? 0.0 : draws.uniform(0.0, 2.0);
  data.q = certified_q(data.W, data.mu[0], draws);
  data.W *= scale;
  data.q *= std::pow(10.0, draws.uniform(-3.0, 3.0));
  return data;
}

// A residual that says what holds to 1e-12: by the contract that of the judge, who may round otherwise, else that of the class.
double measured(const FrictionData& data, const Eigen::VectorXd& r, const std::string& norm) {
  return norm == "class" ? naive_residual(data, r) : judged_contacts(data.judged(), r, 1e-12);
}

void expect_solved_to_rounding(const std::string& norm, int rank, bool scaled, std::uint64_t seed) {
  SCOPED_TRACE(norm);
  Draws draws(seed);
  nn::Options options(NSDS_CLASS_FRICTION_CONTACT);
  options.set("tolerance", 1e-12).set("norm", norm);
  int unsolved = 0;
  for (int k = 0; k < draws_a_kind(); ++k) {
    const double scale = scaled ? std::pow(10.0, draws.uniform(-12.0, 12.0)) : 1.0;
    const FrictionData data = one_contact(rank, scale, draws);
    const auto found = solve(data, options);
    const double residual = measured(data, found.r, norm);
    if (found.ok()) {
      ASSERT_LE(residual, 1.05e-12) << "draw " << k << ", claimed " << found.report.residual.value;
    } else {
      ++unsolved;
      EXPECT_GT(residual, 0.95e-12) << "draw " << k;
      EXPECT_LE(unsolved, 3) << "draw " << k << ", W\n"
                             << data.W << "\nq " << data.q.transpose() << " mu " << data.mu << " residual "
                             << residual << ": " << found.report.message;
      if (unsolved > 3) return;
    }
  }
  EXPECT_EQ(unsolved, 0);
}

class OneContact : public ::testing::TestWithParam<const char*> {};

TEST_P(OneContact, DefiniteProblemsAreSolvedToRounding) {
  expect_solved_to_rounding(GetParam(), 3, false, 1);
}

TEST_P(OneContact, SemidefiniteProblemsWithACertificateAreSolvedToRounding) {
  expect_solved_to_rounding(GetParam(), 2, false, 2);
  expect_solved_to_rounding(GetParam(), 1, false, 3);
}

TEST_P(OneContact, UnitsDoNotMatter) {
  expect_solved_to_rounding(GetParam(), 3, true, 4);
}

INSTANTIATE_TEST_SUITE_P(Norms, OneContact, ::testing::Values("contract", "class"),
                         [](const auto& row) { return std::string(row.param); });

// r_N = 1 moves u_N by W_NN times its last digit: units that are no powers of two would leave that behind.
TEST(OneContactUnits, LeaveTheDigitsOfTheClosedForm) {
  nn::Options options(NSDS_CLASS_FRICTION_CONTACT);
  options.set("norm", "fclib").set("tolerance", 1e-15);
  for (int power = 0; power <= 8; ++power) {
    const double normal = std::pow(10.0, power);
    const Eigen::Vector3d diagonal(normal, 1.0, 1.0 / normal);
    FrictionData data{3, diagonal.asDiagonal(), -diagonal, Eigen::VectorXd::Constant(1, 0.1)};
    const auto found = solve(data, options);
    EXPECT_TRUE(found.ok()) << power << ": " << found.report.message;
    EXPECT_EQ(found.r[0], 1.0) << power;
  }
}

// Where the unit of r is beside the largest number, and the solution still one.
TEST(OneContactUnits, StayNumbers) {
  const double normal = 1.99 * std::ldexp(1.0, -1021);
  const FrictionData data{3, normal * Eigen::Matrix3d::Identity(), Eigen::Vector3d(-8.0, 0.0, 0.0),
                          Eigen::VectorXd::Constant(1, 0.3)};
  const auto found = solve(data, nn::Options(NSDS_CLASS_FRICTION_CONTACT));
  EXPECT_TRUE(found.ok()) << found.report.message;
  EXPECT_NEAR(found.r[0] / (8.0 / normal), 1.0, 1e-12);
}

}  // namespace
}  // namespace nsds::test::friction_one_contact_test
