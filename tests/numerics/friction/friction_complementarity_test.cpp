// Contact with friction as a nonlinear complementarity problem: its zeros are the solutions of the law, its
// Jacobian is its derivative, and Newton's method on it alone finds what the solvers of the class find.
#include "nsds/numerics/cpp/friction_complementarity.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <string>

#include "nsds/numerics/cpp/conversion.hpp"
#include "nsds/numerics/cpp/options.hpp"
#include "numerics/friction/friction_instances.hpp"

namespace nsds::test::friction_complementarity_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using nn::FrictionComplementarity;

constexpr double tight = 1e-12;

VectorXd solve_class(const GivenFriction& given) {
  VectorXd r = VectorXd::Zero(given.data.q.size());
  const auto options = nn::Options(NSDS_CLASS_FRICTION_CONTACT).set("tolerance", tight);
  EXPECT_EQ(nsds_friction_contact_solve(&given.problem, r.data(), nullptr, options.get(), nullptr, nullptr),
            NSDS_OK);
  return r;
}

// How far z is from solving the problem, row by row: min(z, F) where complementary, F elsewhere.
VectorXd defect(const FrictionComplementarity& ncp, const VectorXd& z) {
  VectorXd F = ncp.map(z);
  for (Index i = 0; i < F.size(); ++i)
    if (ncp.info().complementary[i] != 0) F[i] = std::min(z[i], F[i]);
  return F;
}

// The Jacobian of the defect.
MatrixXd defect_jacobian(const FrictionComplementarity& ncp, const VectorXd& z) {
  const VectorXd F = ncp.map(z);
  MatrixXd J = ncp.jacobian(z);
  for (Index i = 0; i < F.size(); ++i)
    if (ncp.info().complementary[i] != 0 && z[i] <= F[i]) J.row(i) = VectorXd::Unit(F.size(), i);
  return J;
}

class FrictionNcp : public ::testing::TestWithParam<int> {};

// F is of the second degree, so that central differences are exact but for rounding.
TEST_P(FrictionNcp, JacobianIsTheDerivative) {
  for (const nsds_storage storage : {NSDS_DENSE, NSDS_CSC, NSDS_BSR}) {
    FrictionInstance data = random_friction(GetParam(), 5, 3);
    data.W(0, GetParam() * 4) = 0.0;
    data.mu[2] = 0.0;
    data.W.block(0, GetParam() * 3, GetParam(), GetParam()).setZero();
    const GivenFriction given(data, storage);
    const FrictionComplementarity ncp(given.problem);
    std::srand(1);
    const VectorXd z = VectorXd::Random(ncp.info().size);
    const MatrixXd J = ncp.jacobian(z);
    for (Index j = 0; j < z.size(); ++j) {
      const double h = 0.5;
      const VectorXd step = h * VectorXd::Unit(z.size(), j);
      const VectorXd difference = (ncp.map(z + step) - ncp.map(z - step)) / (2.0 * h);
      EXPECT_LE((difference - J.col(j)).lpNorm<Eigen::Infinity>(), 1e-13);
    }
  }
}

// Written down again: the law in t and s.
TEST_P(FrictionNcp, MapIsThatOfTheHeader) {
  const Index d = GetParam();
  const GivenFriction given(random_friction(GetParam(), 4, 8));
  const FrictionComplementarity ncp(given.problem);
  ASSERT_EQ(ncp.info().size, 4 * (d + 1));
  ASSERT_EQ(ncp.info().reactions, 4 * d);
  const VectorXd z = VectorXd::LinSpaced(ncp.info().size, -0.7, 1.3);
  VectorXd r(4 * d);
  for (Index c = 0; c < 4; ++c) {
    const auto block = z.segment((d + 1) * c, d + 1);
    r.segment(d * c, d) << block[0], given.data.mu[c] * block[0] * block.segment(1, d - 1);
  }
  const VectorXd u = given.data.W * r + given.data.q, F = ncp.map(z);
  for (Index c = 0; c < 4; ++c) {
    const auto block = z.segment((d + 1) * c, d + 1);
    const VectorXd t = block.segment(1, d - 1);
    VectorXd expected(d + 1);
    expected << u[d * c], u.segment(d * c + 1, d - 1) + block[d] * t, 1.0 - t.squaredNorm();
    EXPECT_LE((F.segment((d + 1) * c, d + 1) - expected).norm(), 1e-14);
  }
}

// Solutions of the law, with contacts that open, stick and slide and one without friction, are zeros, and
// back and forth they stay the same.
TEST_P(FrictionNcp, SolutionsOfTheLawAreZeros) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    FrictionInstance data = random_friction(GetParam(), 8, seed);
    data.mu[seed % 8] = 0.0;
    const GivenFriction given(data);
    const FrictionComplementarity ncp(given.problem);
    const VectorXd r = solve_class(given);
    const VectorXd z = ncp.forward(r);
    EXPECT_LE(defect(ncp, z).lpNorm<Eigen::Infinity>(), 1e-9);
    const auto back = ncp.back(z);
    EXPECT_LE((back.r - r).lpNorm<Eigen::Infinity>(), 1e-11);  // r has the tolerance of its solver
    EXPECT_LE((back.u - data.W * r - data.q).lpNorm<Eigen::Infinity>(), 1e-11);
  }
}

// From a point near the solution semismooth Newton steps converge, also with open contacts, where the form
// with r_T in the place of t has a singular matrix; what they converge to solves the class.
TEST_P(FrictionNcp, NewtonConvergesAlsoWithOpenContacts) {
  int open = 0, solved = 0;
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    const GivenFriction given(random_friction(GetParam(), 8, seed));
    const FrictionComplementarity ncp(given.problem);
    const VectorXd r = solve_class(given);
    std::srand(seed);
    VectorXd z = ncp.forward(r) + 1e-4 * VectorXd::Random(ncp.info().size);
    for (int step = 0; step < 20; ++step) {
      const Eigen::PartialPivLU<MatrixXd> lu(defect_jacobian(ncp, z));
      ASSERT_GT(lu.rcond(), 1e-12);
      z -= lu.solve(defect(ncp, z));
    }
    EXPECT_LE(defect(ncp, z).lpNorm<Eigen::Infinity>(), 1e-13);
    const auto found = ncp.back(z);
    EXPECT_LE(naive_friction_residual(given.data, found.r), 1e-12);
    EXPECT_LE((found.r - r).norm(), 1e-9);
    ++solved;
    for (Index c = 0; c < 8; ++c) open += found.r[GetParam() * c] == 0.0 ? 1 : 0;
  }
  EXPECT_EQ(solved, 10);
  EXPECT_GT(open, 5);
}

// What is no solution is no zero: the residual of the class at back(z) is bounded by the defect of z, and not
// zero where z is spoilt.
TEST_P(FrictionNcp, OnlySolutionsAreZeros) {
  const GivenFriction given(random_friction(GetParam(), 6, 21));
  const FrictionComplementarity ncp(given.problem);
  const VectorXd z = ncp.forward(solve_class(given));
  for (Index i = 0; i < z.size(); ++i) {
    for (const double change : {-0.1, 0.1}) {
      const VectorXd spoilt = z + change * VectorXd::Unit(z.size(), i);
      EXPECT_GT(defect(ncp, spoilt).lpNorm<Eigen::Infinity>(), 1e-4);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, FrictionNcp, ::testing::Values(2, 3));

// At an open contact s and t are those of the velocity it has; grazing at rest t is zero.
TEST(FrictionNcpPoint, OpenContactsSlideAgainstTheirVelocity) {
  FrictionInstance data{3, MatrixXd::Identity(6, 6), VectorXd(6), VectorXd::Constant(2, 0.5)};
  data.q << 1.0, 3.0, -4.0, 0.0, 0.0, 0.0;
  const GivenFriction given(data);
  const FrictionComplementarity ncp(given.problem);
  VectorXd expected(8);
  expected << 0.0, -0.6, 0.8, 5.0, 0.0, 0.0, 0.0, 0.0;
  EXPECT_LE((ncp.forward(VectorXd::Zero(6)) - expected).norm(), 1e-15);
  EXPECT_EQ(defect(ncp, expected).norm(), 0.0);
}

// Without contacts there is nothing, and that is a problem too.
TEST(FrictionNcpPoint, NoContacts) {
  const GivenFriction given({3, MatrixXd(0, 0), VectorXd(0), VectorXd(0)});
  const FrictionComplementarity ncp(given.problem);
  EXPECT_EQ(ncp.info().size, 0);
  EXPECT_EQ(ncp.map(VectorXd(0)).size(), 0);
  EXPECT_EQ(ncp.jacobian(VectorXd(0)).rows(), 0);
  EXPECT_EQ(ncp.back(VectorXd(0)).r.size(), 0);
  EXPECT_EQ(ncp.forward(VectorXd(0)).size(), 0);
}

std::string refusal(const nsds_friction_contact* problem, nsds_status expected) {
  nsds_friction_ncp* made = nullptr;
  char message[256] = "";
  EXPECT_EQ(nsds_friction_contact_to_ncp(problem, &made, message, sizeof message), expected);
  EXPECT_EQ(made, nullptr);
  nsds_friction_ncp_free(made);
  return message;
}

TEST(FrictionNcpPoint, RefusesWithASentence) {
  GivenFriction given(random_friction(3, 2, 1));
  EXPECT_NE(refusal(nullptr, NSDS_INVALID_ARGUMENT), "");
  given.data.mu[1] = -0.1;
  EXPECT_NE(refusal(&given.problem, NSDS_INVALID_ARGUMENT).find("mu[1]"), std::string::npos);
  given.data.mu[1] = 1e200;
  EXPECT_NE(refusal(&given.problem, NSDS_INVALID_ARGUMENT).find("mu[1]"), std::string::npos);
  given.data.mu[1] = 0.1;
  given.data.q[4] = std::numeric_limits<double>::infinity();
  EXPECT_NE(refusal(&given.problem, NSDS_INVALID_ARGUMENT).find("q[4]"), std::string::npos);
  given.data.q[4] = 0.0;
  const nsds_matrix W = nsds_matrix_operator(
      6, 6, [](void*, const double*, double*) { return 1; }, nullptr);
  given.problem.W = &W;
  EXPECT_NE(refusal(&given.problem, NSDS_NOT_APPLICABLE), "");
  given.problem.W = nullptr;
  EXPECT_NE(refusal(&given.problem, NSDS_INVALID_ARGUMENT), "");
  EXPECT_EQ(nsds_friction_contact_to_ncp(&given.problem, nullptr, nullptr, 0), NSDS_INVALID_ARGUMENT);
  EXPECT_THROW(FrictionComplementarity{given.problem}, nn::Error);
}

// Outputs stay as they were.
TEST(FrictionNcpPoint, PointsThatAreNotFiniteAreRefused) {
  const GivenFriction given(random_friction(3, 2, 1));
  const FrictionComplementarity ncp(given.problem);
  nsds_friction_ncp* made = nullptr;
  ASSERT_EQ(nsds_friction_contact_to_ncp(&given.problem, &made, nullptr, 0), NSDS_OK);
  VectorXd z = VectorXd::Ones(8), r = VectorXd::Constant(6, 7.0), u = r;
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), 1e308}) {
    z[2] = bad;
    z[0] = 1e10;  // mu r_N t overflows
    VectorXd F = VectorXd::Constant(8, 7.0);
    EXPECT_EQ(nsds_friction_ncp_evaluate(made, z.data(), F.data(), nullptr), NSDS_INVALID_ARGUMENT);
    EXPECT_EQ(F, VectorXd::Constant(8, 7.0));
    EXPECT_THROW(ncp.map(z), nn::Error);
  }
  z[2] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(nsds_friction_ncp_back(made, z.data(), r.data(), u.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(r, VectorXd::Constant(6, 7.0));
  EXPECT_EQ(nsds_friction_ncp_back(made, nullptr, r.data(), nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_friction_ncp_back(nullptr, z.data(), r.data(), nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_friction_ncp_forward(made, z.data(), nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_friction_ncp_forward(nullptr, r.data(), z.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_friction_ncp_describe(nullptr), nullptr);
  EXPECT_THROW(ncp.forward(VectorXd::Ones(5)), nn::Error);
  EXPECT_THROW(ncp.back(VectorXd::Ones(5)), nn::Error);
  nsds_friction_ncp_free(made);
  nsds_friction_ncp_free(nullptr);
}

// The solvers of mixed complementarity problems find the reactions of the law from this map.
TEST_P(FrictionNcp, IsAMixedComplementarityProblem) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const FrictionInstance data = random_friction(GetParam(), 4, seed);
    const GivenFriction given(data);
    const nn::Conversion conversion = nn::friction_contact_to_mcp(given.problem);
    EXPECT_EQ(conversion.info().given_class, NSDS_CLASS_FRICTION_CONTACT);
    EXPECT_EQ(conversion.info().given_size, GetParam() * 4);
    const nsds_mcp& mcp = *conversion.mcp();
    ASSERT_EQ(mcp.size, (GetParam() + 1) * 4);
    VectorXd z = VectorXd::Zero(mcp.size);
    const auto options = nn::Options(NSDS_CLASS_MCP).set("tolerance", tight);
    ASSERT_EQ(nsds_mcp_solve(&mcp, z.data(), nullptr, options.get(), nullptr, nullptr), NSDS_OK);
    const VectorXd r = conversion.back({z, {}}).z;
    nsds_residual residual;
    nsds_residual_init(&residual);
    ASSERT_EQ(nsds_friction_contact_residual(&given.problem, r.data(), &residual), NSDS_OK);
    EXPECT_LE(residual.value, 1e-9);
    // The way forth leads to the solution again, but for the last bits of unknowns that stand at bounds, to which a solve takes them.
    const VectorXd forth = conversion.forward({r, {}}).z;
    VectorXd settled = forth;
    const auto on = nn::Options(NSDS_CLASS_MCP).set("tolerance", tight).set("warm_start", true);
    ASSERT_EQ(nsds_mcp_solve(&mcp, settled.data(), nullptr, on.get(), nullptr, nullptr), NSDS_OK);
    EXPECT_LE((settled - forth).norm(), 1e-8 * (1.0 + forth.norm()));
  }
}

TEST(FrictionMcp, RefusesWhatTheClassRefuses) {
  nsds_friction_contact problem;
  nsds_friction_contact_init(&problem);
  problem.contacts = 1;
  problem.dimension = 5;
  nsds_conversion* made = nullptr;
  char message[200] = "";
  EXPECT_EQ(nsds_friction_contact_to_mcp(&problem, &made, message, sizeof message), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(made, nullptr);
  EXPECT_STRNE(message, "");
}

}  // namespace
}  // namespace nsds::test::friction_complementarity_test
