// Frictional contact: laws that every solver obeys on problems with solutions.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include "friction_oracle.hpp"
#include "support/draws.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::friction_contact_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-10;

nn::Options options_of(const std::string& solver, double accuracy = tolerance) {
  return nn::Options(NSDS_CLASS_FRICTION_CONTACT, solver).set("tolerance", accuracy);
}

class FrictionSolverOfEverySize : public ::testing::TestWithParam<std::string> {};

TEST_P(FrictionSolverOfEverySize, RegularProblemsAreSolvedAndTheClaimHolds) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const int d = seed % 2 == 0 ? 3 : 2, nc = 1 + static_cast<int>(seed % 7);
    const FrictionData data = random_friction(d, nc, 3 * d * nc, 0.1, seed);
    const auto found = solve(data, options_of(GetParam()));
    ASSERT_TRUE(found.ok()) << found.report.message;
    expect_claim(data.judged(), found.r, found.report);
    EXPECT_LE((data.W * found.r + data.q - found.u).norm(), 1e-12 * (1.0 + found.u.norm()));
  }
}

// Whatever a solver answers about redundant contacts, OK is true.
TEST_P(FrictionSolverOfEverySize, NothingIsClaimedOfRedundantContactsThatDoesNotHold) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const FrictionData data = random_friction(3, 8, 6, 0.0, seed);  // rank 6 of 24
    nn::Options options = options_of(GetParam());
    options.set("time_limit", 0.2);
    const auto found = solve(data, options);
    EXPECT_TRUE(found.r.allFinite() && found.u.allFinite());
    expect_claim(data.judged(), found.r, found.report);
    for (Index c = 0; c < data.contacts(); ++c)  // in the cones, solved or not
      EXPECT_LE(found.r.segment(3 * c + 1, 2).norm(), data.mu[c] * found.r[3 * c] * (1.0 + 1e-12) + 1e-300);
  }
}

// The rounding of r_N is large beside mu r_N.
TEST_P(FrictionSolverOfEverySize, ReactionsAreInTheConesHoweverLittleFriction) {
  for (const double factor : {1e-8, 1e-13, 0.0}) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      FrictionData data = random_friction(3, 6, 40, 0.1, seed);
      data.mu *= factor;
      const auto found = solve(data, options_of(GetParam(), 1e-9));
      ASSERT_TRUE(found.ok()) << found.report.message;
      for (Index c = 0; c < data.contacts(); ++c)
        EXPECT_LE(found.r.segment(3 * c + 1, 2).norm(), data.mu[c] * found.r[3 * c] * (1.0 + 1e-14));
    }
  }
}

TEST_P(FrictionSolverOfEverySize, AWarmStartAtTheSolutionReturnsAtOnce) {
  const FrictionData data = random_friction(3, 6, 40, 0.1, 5);
  auto found = solve(data, options_of(GetParam(), 1e-9));
  ASSERT_TRUE(found.ok());
  nsds_matrix W;
  const auto problem = view(data, W);
  const VectorXd before = found.r;
  nn::Options options = options_of(GetParam(), 1.1e-9);
  options.set("warm_start", 1);
  const nn::Report report = problem.solve(found.r, found.u, options);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(report.iterations, 0);
  EXPECT_LE((before - found.r).norm(), 1e-15 * before.norm());
}

TEST_P(FrictionSolverOfEverySize, TheLimitOfIterationsHolds) {
  const FrictionData data = random_friction(3, 20, 30, 0.0, 3);
  for (const int limit : {1, 2, 7}) {
    nn::Options options = options_of(GetParam(), 1e-14);
    options.set("max_iterations", limit);
    const auto found = solve(data, options);
    EXPECT_LE(found.report.iterations, limit);
    EXPECT_FALSE(found.ok());
    EXPECT_TRUE(found.r.allFinite());
  }
}

TEST_P(FrictionSolverOfEverySize, ACallbackEndsTheCall) {
  const FrictionData data = random_friction(3, 20, 30, 0.0, 3);
  nn::Options options = options_of(GetParam(), 1e-14);
  int calls = 0;
  nsds_options_set_callback(
      options.get(), [](const nsds_progress*, void* user) { return ++*static_cast<int*>(user) >= 3 ? 1 : 0; },
      &calls);
  EXPECT_EQ(solve(data, options).report.status, NSDS_INTERRUPTED);
  EXPECT_EQ(calls, 3);
}

TEST_P(FrictionSolverOfEverySize, NoContactsAndOpenContactsAreTrivial) {
  const FrictionData none{3, MatrixXd(0, 0), VectorXd(0), VectorXd(0)};
  EXPECT_TRUE(solve(none, options_of(GetParam())).ok());
  FrictionData open = random_friction(3, 4, 20, 0.1, 1);
  for (Index c = 0; c < 4; ++c) open.q[3 * c] = 1.0;
  const auto found = solve(open, options_of(GetParam()));
  EXPECT_TRUE(found.ok());
  EXPECT_EQ(found.r, VectorXd::Zero(12));
}

std::vector<std::string> solvers() {
  std::vector<std::string> names;
  for (int k = 0; k < nsds_solver_count(NSDS_CLASS_FRICTION_CONTACT); ++k) {
    const std::string name = nsds_solver_at(NSDS_CLASS_FRICTION_CONTACT, k)->name;
    if (name != "lcp" && name != "enumeration") names.push_back(name);  // of two dimensions
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(FrictionContact, FrictionSolverOfEverySize, ::testing::ValuesIn(solvers()),
                         [](const auto& row) { return row.param; });

// Tangents turned about the normals, other units, another order of the contacts: u is the same motion.
TEST(FrictionInvariance, VelocitiesDoNotDependOnTheFrame) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    Draws draws(seed);
    const FrictionData data = random_friction(3, 6, 40, 0.1, seed);
    const auto plain = solve(data, options_of("auto", 1e-13));
    ASSERT_TRUE(plain.ok());
    MatrixXd T = MatrixXd::Zero(18, 18);
    const double velocity = std::exp2(draws.integer(-20, 20)), force = std::exp2(draws.integer(-20, 20));
    FrictionData other = data;
    for (Index c = 0; c < 6; ++c) {
      const Index to = (c + 2) % 6;
      const double angle = draws.uniform(0.0, 2.0 * std::numbers::pi);
      T(3 * to, 3 * c) = 1.0;
      T.block<2, 2>(3 * to + 1, 3 * c + 1) << std::cos(angle), -std::sin(angle), std::sin(angle),
          std::cos(angle);
      other.mu[to] = data.mu[c];
    }
    other.W = velocity / force * (T * data.W * T.transpose());
    other.q = velocity * (T * data.q);
    const auto turned = solve(other, options_of("auto", 1e-13));
    ASSERT_TRUE(turned.ok());
    EXPECT_LE((turned.u / velocity - T * plain.u).norm(), 1e-12 * (1.0 + plain.u.norm()) * 10.0);
    // The residual itself is invariant, at any point.
    VectorXd r(18);
    for (double& value : r) value = draws.normal();
    nsds_matrix W, V;
    const double here = view(data, W).class_residual(r).value;
    const double there = view(other, V).class_residual(force * (T * r)).value;
    EXPECT_NEAR(here, there, 1e-12 * here);
    EXPECT_NEAR(here, naive_residual(data, r), 1e-12 * here);
  }
}

// Power is never created: -u_T . r_T >= 0; what sticks does not move.
TEST(FrictionPhysics, FrictionDissipatesAndWhatSticksDoesNotSlide) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    const FrictionData data = random_friction(3, 8, 30, 0.05, seed);
    const auto found = solve(data, options_of("auto", 1e-13));
    ASSERT_TRUE(found.ok()) << found.report.message;
    const double s_w = data.q.norm();
    for (Index c = 0; c < 8; ++c) {
      const double slip = found.u.segment(3 * c + 1, 2).norm(), pull = found.r.segment(3 * c + 1, 2).norm();
      EXPECT_GE(-found.u.segment(3 * c + 1, 2).dot(found.r.segment(3 * c + 1, 2)),
                -1e-12 * s_w * (1.0 + pull));
      if (pull < data.mu[c] * found.r[3 * c] - 1e-6 * found.r.norm()) {
        EXPECT_LE(slip, 1e-12 * s_w);
      }
    }
  }
}

// A block on an incline of angle a: it stays where tan a <= mu, else slides with g (sin a - mu cos a).
TEST(FrictionPhysics, ABlockOnAnInclineStaysUpToTheAngleOfFriction) {
  constexpr double mass = 2.0, g = 9.81, h = 0.01, mu = 0.5;
  for (const double angle : {0.1, 0.4, std::atan(mu) - 1e-6, std::atan(mu) + 1e-6, 0.6, 1.2}) {
    FrictionData data{3, MatrixXd::Identity(3, 3) / mass, VectorXd(3), VectorXd::Constant(1, mu)};
    data.q << -h * g * std::cos(angle), h * g * std::sin(angle), 0.0;
    const auto found = solve(data, options_of("auto", 1e-13));
    ASSERT_TRUE(found.ok());
    const double pull = std::sin(angle) - mu * std::cos(angle);
    EXPECT_NEAR(found.u[1], h * g * std::max(0.0, pull), 1e-13);
    EXPECT_NEAR(found.r[0], mass * h * g * std::cos(angle), 1e-13);
  }
}

// Without friction the cone is a ray. A contact that separates straight, without sliding, needs no reaction
// and has no residual; one that is pulled, given as a start, is let go.
TEST(FrictionPhysics, WithoutFrictionAContactThatSeparatesIsLeftAlone) {
  for (const int d : {2, 3}) {
    FrictionData data{d, MatrixXd::Identity(d, d), VectorXd::Unit(d, 0), VectorXd::Zero(1)};
    nsds_matrix W;
    const auto problem = view(data, W);
    EXPECT_EQ(problem.residual(VectorXd::Zero(d)).value, 0.0);
    EXPECT_EQ(problem.residual(VectorXd::Zero(d)).dual, 0.0);
    EXPECT_EQ(problem.residual_fclib(VectorXd::Zero(d)), 0.0);
    EXPECT_EQ(problem.class_residual(VectorXd::Zero(d)).value, 0.0);
    // r = -e_N, u = 0: the nearest point of the ray is zero, one unit of r away.
    EXPECT_EQ(problem.class_residual(-VectorXd::Unit(d, 0)).primal, 1.0);
    EXPECT_EQ(problem.residual(-VectorXd::Unit(d, 0)).primal, 1.0);  // what is outside is no solution
    for (const bool warm : {false, true}) {
      VectorXd r = -VectorXd::Unit(d, 0), u(d);
      nn::Options options = options_of("auto");
      const nn::Report report = problem.solve(r, u, options.set("warm_start", warm ? 1 : 0));
      EXPECT_TRUE(report.ok()) << report.message;
      EXPECT_EQ(r, VectorXd::Zero(d));
      EXPECT_EQ(report.iterations, 0);
    }
  }
}

// Islands do not see each other: two copies give the solution twice, bit for bit.
TEST(FrictionNorm, FclibIsWhatTheToleranceMeansWhereItIsAskedFor) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const FrictionData data = random_friction(3, 8, 30, 0.01, seed);
    nn::Options options = options_of("auto", 1e-6);
    options.set("norm", "fclib");
    const auto found = solve(data, options);
    ASSERT_TRUE(found.ok()) << found.report.message;
    nsds_matrix W;
    EXPECT_LE(view(data, W).residual_fclib(found.r), 1e-6);
  }
}

struct Refusal {
  const char* what;
  const char* message;
};

// Every argument at fault is named.
TEST(FrictionBadInput, TheCulpritIsNamed) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const FrictionData good = random_friction(3, 2, 10, 0.1, 1);
  nsds_matrix W;
  const auto problem = view(good, W);
  const auto message_of = [&](const nsds_friction_contact& given, double* r) {
    nsds_report report;
    nsds_report_init(&report);
    EXPECT_EQ(nsds_friction_contact_solve(&given, r, nullptr, nullptr, nullptr, &report),
              NSDS_INVALID_ARGUMENT);
    return std::string(report.message);
  };
  VectorXd r = VectorXd::Constant(6, 7.0);
  const auto expect = [&](auto&& spoil, const char* words) {
    nsds_friction_contact given = problem.view();
    VectorXd q = good.q, mu = good.mu;
    given.q = q.data();
    given.mu = mu.data();
    spoil(given, q, mu);
    const std::string message = message_of(given, r.data());
    EXPECT_NE(message.find(words), std::string::npos) << message;
    EXPECT_EQ(r, VectorXd::Constant(6, 7.0));
  };
  expect([&](auto&, auto&, auto& mu) { mu[1] = -0.1; }, "mu[1] is -0.1");
  expect([&](auto&, auto&, auto& mu) { mu[0] = nan; }, "mu[0] is nan");
  expect([&](auto&, auto&, auto& mu) { mu[0] = infinity; }, "mu[0] is inf");
  expect([&](auto&, auto&, auto& mu) { mu[0] = 1e151; }, "mu[0] is 1e+151");
  expect([&](auto&, auto& q, auto&) { q[4] = nan; }, "q[4] is nan");
  expect([&](auto& given, auto&, auto&) { given.dimension = 4; }, "dimension is 4");
  expect([&](auto& given, auto&, auto&) { given.contacts = -1; }, "contacts is -1");
  expect([&](auto& given, auto&, auto&) { given.contacts = 3; }, "W is 6 x 6");
  expect([&](auto& given, auto&, auto&) { given.W = nullptr; }, "W is null");
  expect([&](auto& given, auto&, auto&) { given.q = nullptr; }, "q is null");
  expect([&](auto& given, auto&, auto&) { given.mu = nullptr; }, "mu is null");
  expect([&](auto& given, auto&, auto&) { given.struct_size = 1; }, "struct_size");
  MatrixXd spoilt = good.W;
  spoilt(2, 1) = nan;
  const nsds_matrix bad = nsds_matrix_dense(6, 6, spoilt.data(), 6);
  expect([&](auto& given, auto&, auto&) { given.W = &bad; }, "nan");
  EXPECT_NE(message_of(problem.view(), nullptr).find("r is null"), std::string::npos);
}

// Without a solution: the normal velocity cannot be made positive. Nothing is claimed.
TEST(FrictionBadInput, AProblemWithoutSolutionIsNotCalledSolved) {
  FrictionData data{3, MatrixXd::Zero(3, 3), VectorXd(3), VectorXd::Constant(1, 0.5)};
  data.W(1, 1) = data.W(2, 2) = 1.0;
  data.q << -1.0, 0.0, 0.0;
  nn::Options options = options_of("auto");
  options.set("time_limit", 0.5);
  const auto found = solve(data, options);
  EXPECT_FALSE(found.ok());
  EXPECT_TRUE(found.r.allFinite());
}

}  // namespace
}  // namespace nsds::test::friction_contact_test
