// Contact that resists rolling in global form: bodies that were made up, against the reduced class and against
// Coulomb's in global form.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "nsds/numerics/cpp/global_friction_contact.hpp"
#include "nsds/numerics/cpp/global_rolling_friction_contact.hpp"
#include "rolling_instances.hpp"
#include "support/draws.hpp"

namespace nsds::test::rolling_global_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Bodies of six velocities with masses apart, contacts between two of them, and rows of joints.
struct Bodies {
  int dimension;
  MatrixXd M, H, G;
  VectorXd q, b, d, mu, mu_r;

  nn::global_rolling_friction_contact::Problem posed() const {
    nn::global_rolling_friction_contact::Problem problem(dimension, nn::view(M), nn::view(H), q, b, mu, mu_r);
    if (G.rows() > 0) problem.set_constraints(nn::view(G), d);
    return problem;
  }
};

Bodies random_bodies(int dimension, int bodies, int contacts, int joints, std::uint64_t seed) {
  Draws draws(seed + 3);
  const Index n = 6 * bodies, rows = dimension * contacts;
  Bodies made{dimension,      MatrixXd::Zero(n, n), MatrixXd::Zero(n, rows), MatrixXd(joints, n), VectorXd(n),
              VectorXd(rows), VectorXd(joints),     VectorXd(contacts),      VectorXd(contacts)};
  for (Index k = 0; k < n; ++k) made.M(k, k) = k % 6 < 3 ? 2.0 : draws.uniform(0.05, 0.2);
  for (int c = 0; c < contacts; ++c) {
    for (const int body : {c % bodies, (c + 1 + c / bodies) % bodies})
      for (int j = 0; j < dimension; ++j)
        for (int i = 0; i < 6; ++i) made.H(6 * body + i, dimension * c + j) += draws.normal();
    made.mu[c] = draws.uniform(0.1, 0.4);
    made.mu_r[c] = draws.uniform(0.02, 0.2);
  }
  for (double& value : made.G.reshaped()) value = draws.normal();
  for (double& value : made.q) value = draws.normal();
  for (double& value : made.b) value = 0.1 * draws.normal();
  for (double& value : made.d) value = 0.1 * draws.normal();
  return made;
}

nn::Options options() {
  return nn::Options(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT).set("tolerance", 1e-11);
}

// Momentum, joints and the law, each as it is stated.
void expect_solution(const Bodies& given, const nn::global_rolling_friction_contact::Solution& found) {
  ASSERT_TRUE(found.ok()) << found.report.message;
  const VectorXd momentum =
      given.M * found.v - given.q - given.H * found.r - given.G.transpose() * found.lambda;
  EXPECT_LE(momentum.norm(), 1e-9 * (1.0 + found.r.norm()));
  EXPECT_LE((given.G * found.v - given.d).norm(), 1e-9);
  EXPECT_LE((given.H.transpose() * found.v + given.b - found.u).norm(), 1e-12 * (1.0 + found.u.norm()));
  const Index d = given.dimension, t = d / 2;
  for (Index c = 0; c < given.mu.size(); ++c) {
    VectorXd u = found.u.segment(d * c, d);
    const VectorXd r = found.r.segment(d * c, d);
    u[0] += given.mu[c] * u.segment(1, t).norm() + given.mu_r[c] * u.tail(t).norm();
    EXPECT_LE((r - projected_on_rolling_cone(given.mu[c], given.mu_r[c], r - u)).norm(),
              1e-8 * (1.0 + r.norm()));
  }
}

TEST(GlobalRolling, ProblemsAreSolvedWithAndWithoutJoints) {
  for (const int dimension : {5, 3})
    for (const int joints : {0, 2})
      for (std::uint64_t seed = 0; seed < 8; ++seed) {
        SCOPED_TRACE(::testing::Message() << dimension << " " << joints << " " << seed);
        const Bodies given = random_bodies(dimension, 6, 5, joints, seed);
        expect_solution(given, given.posed().solve(options()));
      }
}

// Twice as many rows as velocities: W is singular, and its matrices are factorised by bodies.
TEST(GlobalRolling, RedundantContactsAreSolved) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Bodies given = random_bodies(5, 4, 10, 0, seed);
    expect_solution(given, given.posed().solve(options()));
  }
}

TEST(GlobalRolling, IsTheReducedProblem) {
  const Bodies given = random_bodies(5, 6, 5, 0, 5);
  const MatrixXd inverse = given.M.diagonal().cwiseInverse().asDiagonal();
  const RollingInstance reduced{5, given.H.transpose() * inverse * given.H,
                                given.H.transpose() * inverse * given.q + given.b, given.mu, given.mu_r};
  const auto expected =
      reduced.posed().solve(nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT).set("tolerance", 1e-12));
  const auto found = given.posed().solve(options());
  ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
  EXPECT_LE((expected.r - found.r).norm(), 1e-8 * found.r.norm());
  // The contacts of a point count alike in both classes.
  const VectorXd off = 1.001 * found.r, v = inverse * (given.q + given.H * off);
  EXPECT_NEAR(given.posed().class_residual(v, off, VectorXd()).value,
              reduced.posed().class_residual(off).value,
              1e-12 * reduced.posed().class_residual(off).value + 1e-14);
}

// Without mu_r it is Coulomb's problem for the other columns of H.
TEST(GlobalRolling, WithoutRollingResistanceIsCoulombs) {
  Bodies given = random_bodies(5, 6, 5, 1, 7);
  given.mu_r.setZero();
  std::vector<Index> columns;
  for (Index c = 0; c < 5; ++c)
    for (Index k = 0; k < 3; ++k) columns.push_back(5 * c + k);
  const MatrixXd H = given.H(Eigen::all, columns);
  const VectorXd b = given.b(columns);
  nn::global_friction_contact::Problem coulomb(3, nn::view(given.M), nn::view(H), given.q, b, given.mu);
  coulomb.set_constraints(nn::view(given.G), given.d);
  const auto expected =
      coulomb.solve(nn::Options(NSDS_CLASS_GLOBAL_FRICTION_CONTACT).set("tolerance", 1e-11));
  const auto found = given.posed().solve(options());
  ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
  EXPECT_LE((expected.v - found.v).norm(), 1e-8 * expected.v.norm());
}

TEST(GlobalRolling, FaultsAreNamed) {
  const Bodies given = random_bodies(5, 2, 1, 0, 1);
  const auto posed = given.posed();
  nsds_global_rolling_friction_contact problem = posed.view();
  VectorXd v(12), r(5), u(5);
  nn::Report report;
  const auto expect = [&](const char* message) {
    EXPECT_EQ(nsds_global_rolling_friction_contact_solve(&problem, v.data(), r.data(), u.data(), nullptr,
                                                         nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    EXPECT_STREQ(report.message, message);
  };
  problem.dimension = 2;
  expect("problem.dimension is 2, it must be 3 or 5.");
  problem = posed.view();
  problem.mu_r = nullptr;
  expect("problem.mu_r is null.");
  const double negative = -1.0;
  problem.mu_r = &negative;
  expect("problem.mu_r[0] is -1, it must not be negative.");
}

// A coefficient beyond what can be computed with is named before anything is factorised: M here is singular.
TEST(GlobalRolling, ACoefficientIsNamedBeforeMIsFactorised) {
  Bodies given = random_bodies(5, 2, 1, 0, 1);
  given.M.setOnes();
  given.H.setConstant(1.0);
  given.mu_r[0] = 1e200;
  const auto posed = given.posed();
  const nsds_global_rolling_friction_contact problem = posed.view();
  VectorXd v(12), r(5), u(5);
  nn::Report report;
  EXPECT_EQ(nsds_global_rolling_friction_contact_solve(&problem, v.data(), r.data(), u.data(), nullptr,
                                                       nullptr, nullptr, &report),
            NSDS_INVALID_ARGUMENT);
  EXPECT_STREQ(report.message, "problem.mu_r[0] is 1e+200, it must be at most 1e+150 times the length 1.");
}

// The norm of FCLIB as its header has it, at points that solve nothing.
TEST(GlobalRolling, NormOfFclibIsWhatTheHeaderSays) {
  for (const int dimension : {5, 3})
    for (const int joints : {0, 2}) {
      const Bodies given = random_bodies(dimension, 6, 5, joints, 9);
      Draws draws(4);
      const auto drawn = [&](Index n) {
        return VectorXd(VectorXd::NullaryExpr(n, [&] { return draws.normal(); }));
      };
      const VectorXd v = drawn(given.q.size()), r = drawn(given.b.size()), lambda = drawn(joints);
      const VectorXd Mv = given.M * v, Hr = given.H * r, u = given.H.transpose() * v + given.b;
      const VectorXd Gv = given.G * v;
      double expected = (given.q + Hr + given.G.transpose() * lambda - Mv).norm() /
                        std::max({given.q.norm(), Mv.norm(), Hr.norm()});
      double squares = 0.0;
      const Index d = dimension, t = d / 2;
      for (Index c = 0; c < 5; ++c) {
        VectorXd shifted = u.segment(d * c, d);
        shifted[0] += given.mu[c] * shifted.segment(1, t).norm() + given.mu_r[c] * shifted.tail(t).norm();
        const VectorXd r_c = r.segment(d * c, d);
        squares += (r_c - projected_on_rolling_cone(given.mu[c], given.mu_r[c], r_c - shifted)).squaredNorm();
      }
      expected += std::sqrt(squares) / std::max(u.norm(), r.norm());
      if (joints > 0) expected += (Gv - given.d).norm() / std::max(Gv.norm(), given.d.norm());
      EXPECT_NEAR(given.posed().residual_fclib(v, r, lambda), expected, 1e-12 * expected);
    }
}

}  // namespace
}  // namespace nsds::test::rolling_global_test
