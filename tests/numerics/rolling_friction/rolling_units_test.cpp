// The residual of contacts that resist rolling against its definition, evaluated by the tests: lengths of contacts that
// differ, contacts whose block gives none, and what has no part in it.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "nsds/numerics/cpp/friction_contact.hpp"
#include "rolling_instances.hpp"
#include "support/draws.hpp"
#include "truth/contact_claims.hpp"

namespace nsds::test::rolling_units_test {
namespace {

namespace nn = nsds::numerics;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

nn::Options asked_for(double error) {
  return nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT).set("tolerance", error);
}

// Rows of moments times 1/factor of their contact: the same in units of length that differ from contact to contact.
RollingInstance in_lengths(const RollingInstance& given, const VectorXd& factors) {
  RollingInstance made = given;
  const Index d = given.dimension, moments = d / 2;
  VectorXd scale = VectorXd::Ones(given.q.size());
  for (Index c = 0; c < given.contacts(); ++c)
    scale.segment(d * c + d - moments, moments).setConstant(1.0 / factors[c]);
  made.W = scale.asDiagonal() * given.W * scale.asDiagonal();
  made.q = scale.cwiseProduct(given.q);
  made.mu_r = factors.cwiseProduct(given.mu_r);
  return made;
}

VectorXd in_lengths(const RollingInstance& given, const VectorXd& factors, VectorXd r) {
  const Index d = given.dimension, moments = d / 2;
  for (Index c = 0; c < given.contacts(); ++c) r.segment(d * c + d - moments, moments) *= factors[c];
  return r;
}

VectorXd drawn_lengths(Index contacts, std::uint64_t seed) {
  Draws draws(seed + 1);
  return VectorXd::NullaryExpr(contacts, [&] { return std::pow(10.0, draws.uniform(-4.0, 4.0)); });
}

// Two bodies that do not know of each other, one of them with 1e8 times the inertia. Its moment is known to 1e-4, which
// leaves it an angular velocity of 1e-8, and the surface of a body as large as that one 1e-4.
TEST(RollingUnits, ALargeBodyDoesNotHideBehindASmallOne) {
  const RollingInstance pair{5, VectorXd{{1.0, 1.0, 1.0, 1e-8, 1e-8, 1.0, 1.0, 1.0, 1.0, 1.0}}.asDiagonal(),
                             VectorXd{{-1.0, 0.0, 0.0, 1e-4, 0.0, -1.0, 0.0, 0.0, 0.1, 0.0}},
                             VectorXd{{0.5, 0.5}}, VectorXd{{2e4, 0.5}}};
  const VectorXd solution{{1.0, 0.0, 0.0, -1e4, 0.0, 1.0, 0.0, 0.0, -0.1, 0.0}};
  EXPECT_LE(pair.posed().residual(solution).value, 1e-15);
  EXPECT_LE(pair.posed().class_residual(solution).value, 1e-15);
  VectorXd off = solution;
  off[3] *= 1.0 + 1e-4;
  // With L = 1e4 the larger q is that of the large body, sqrt(1 + (L q_omega)^2) = sqrt(2), and beside L omega = 1e-4 the
  // shift mu_r omega is in u, for the moment is within its limit.
  // The moment of W has the terms L q_omega + 1e-8 L^2 r_M / L, one each, and misses 1e-4.
  EXPECT_NEAR(pair.posed().residual(off).value, 1e-4 / (1.0 + std::sqrt(2.0) * (1.0 + 1e-4)), 1e-12);
  EXPECT_NEAR(pair.posed().class_residual(off).value, 1e-4 * std::sqrt(1.0 + 2.0 * 2.0) / std::sqrt(2.0),
              1e-10);
  for (const char* solver : {"auto", "nsgs", "proximal", "newton", "admm", "extragradient", "fixed_point"}) {
    const auto found =
        pair.posed().solve(nn::Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT, solver).set("tolerance", 1e-10));
    ASSERT_TRUE(found.ok()) << solver << ": " << found.report.message;
    EXPECT_NEAR(found.r[3], -1e4, 1e-4 * 1e4 * 1e-4) << solver;
  }
}

TEST(RollingUnits, UnitsOfOneContactChangeNothing) {
  for (const int d : {3, 5})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(::testing::Message() << d << " " << seed);
      const RollingInstance one = random_rolling(d, 6, 60, 0.1, 1.0, seed);
      const VectorXd factors = drawn_lengths(6, seed);
      const RollingInstance other = in_lengths(one, factors);
      const auto found = one.posed().solve(asked_for(1e-12)), again = other.posed().solve(asked_for(1e-12));
      ASSERT_TRUE(found.ok() && again.ok()) << found.report.message << again.report.message;
      EXPECT_LE((in_lengths(one, factors.cwiseInverse(), again.r) - found.r).norm(), 1e-9 * found.r.norm());
      VectorXd r = found.r;
      r[0] += 0.1 * r.norm();
      const double residual = one.posed().residual(r).value, of_class = one.posed().class_residual(r).value;
      const VectorXd there = in_lengths(one, factors, r);
      EXPECT_NEAR(other.posed().residual(there).value, residual, 1e-12 * residual);
      EXPECT_NEAR(other.posed().class_residual(there).value, of_class, 1e-12 * of_class);
    }
}

// Points that solve nothing, of problems some of whose contacts have no mu_r, some no trace of moments or of forces.
template <class Visit>
void for_drawn_points(Visit&& visit) {
  for (const int d : {3, 5})
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      SCOPED_TRACE(::testing::Message() << d << " " << seed);
      RollingInstance instance = in_lengths(random_rolling(d, 6, 60, 0.1, 1.0, seed), drawn_lengths(6, seed));
      const Index moments = d / 2;
      const auto clear = [&](Index first, Index rows) {
        instance.W.middleRows(first, rows).setZero();
        instance.W.middleCols(first, rows).setZero();
      };
      if (seed % 3 == 1) instance.mu_r[1] = 0.0;
      if (seed % 4 == 1) clear(2 * d + d - moments, moments);
      if (seed % 4 == 2) clear(d + d - moments, moments);
      if (seed % 4 == 3) clear(3 * d, d - moments);
      Draws draws(seed);
      VectorXd r = VectorXd::NullaryExpr(6 * d, [&] { return draws.normal(); });
      visit(instance, r);
    }
}

TEST(RollingUnits, ResidualIsWhatTheHeaderSays) {
  for_drawn_points([](const RollingInstance& instance, const VectorXd& r) {
    const double naive = naive_rolling_residual(instance, r);
    EXPECT_NEAR(instance.posed().class_residual(r).value, naive, 1e-12 * naive);
  });
}

TEST(RollingUnits, NormOfFclibIsWhatTheHeaderSays) {
  for_drawn_points([](const RollingInstance& instance, const VectorXd& r) {
    const double naive = naive_rolling_fclib(instance, r);
    EXPECT_NEAR(instance.posed().residual_fclib(r), naive, 1e-12 * naive);
  });
}

// All traces zero: the largest entry of W takes their place, and mu_r, or 1, is the length.
TEST(RollingUnits, ResidualWithoutADiagonalIsWhatTheHeaderSays) {
  RollingInstance instance = random_rolling(5, 2, 20, 0.1, 1.0, 4);
  for (Index k = 0; k < 10; ++k) instance.W(k, k) = 0.0;
  Draws draws(3);
  const VectorXd r = VectorXd::NullaryExpr(10, [&] { return draws.normal(); });
  for (const double factor : {1.0, 0.0}) {
    instance.mu_r *= factor;
    const double naive = naive_rolling_residual(instance, r);
    EXPECT_NEAR(instance.posed().class_residual(r).value, naive, 1e-12 * naive);
  }
}

// A fast spin that nothing resists is no part of the problem, whose residual is that of Coulomb's class.
TEST(RollingUnits, WithoutRollingResistanceTheResidualIsCoulombs) {
  for (const int d : {3, 5})
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      SCOPED_TRACE(::testing::Message() << d << " " << seed);
      RollingInstance rolling = random_rolling(d, 6, 60, 0.1, 1.0, seed);
      rolling.mu_r.setZero();
      const Index f = d - d / 2;
      std::vector<Index> rows;
      Draws draws(seed);
      VectorXd r = VectorXd::Zero(6 * d);
      for (Index c = 0; c < 6; ++c) {
        rolling.q.segment(d * c + f, d / 2).setConstant(1e9);
        for (Index k = 0; k < f; ++k) {
          rows.push_back(d * c + k);
          r[d * c + k] = draws.normal();
        }
      }
      const MatrixXd W = rolling.W(rows, rows);
      const VectorXd q = rolling.q(rows), forces = r(rows);
      const nn::friction_contact::Problem coulomb(static_cast<int>(f), nn::view(W), q, rolling.mu);
      const nsds_residual expected = coulomb.class_residual(forces),
                          found = rolling.posed().class_residual(r);
      EXPECT_NEAR(found.value, expected.value, 1e-13 * expected.value);
      EXPECT_NEAR(found.dual, expected.dual, 1e-13 * expected.value);
      EXPECT_NEAR(found.roundoff_floor, expected.roundoff_floor, 1e-13 * expected.roundoff_floor);
      const auto solution = rolling.posed().solve(asked_for(1e-13).set("norm", "class"));
      EXPECT_TRUE(solution.ok()) << solution.report.message;
    }
}

// Whatever the length of its moments, a start in the cones that solves the problem comes back bit by bit.
TEST(RollingUnits, AStartInTheConesIsNotTouched) {
  Draws draws(8);
  for (int k = 0; k < 50; ++k) {
    VectorXd r{{1.0, 0.1, -0.2, draws.uniform(-0.1, 0.1), draws.uniform(-0.1, 0.1)}};
    const VectorXd diagonal{{draws.uniform(0.1, 10.0), 1.0, 1.0, draws.uniform(0.1, 10.0), 1.0}};
    const RollingInstance instance{5, diagonal.asDiagonal(), -diagonal.cwiseProduct(r), VectorXd{{0.5}},
                                   VectorXd{{0.5}}};
    VectorXd start = r, u(5);
    const nn::Report report = instance.posed().solve(start, u, asked_for(1e-10).set("warm_start", 1));
    EXPECT_TRUE(report.ok());
    EXPECT_EQ(start, r);
  }
}

// Where W gives a contact no length mu_r does: a changed one is packed anew, and the bits are those of a solve from
// nothing.
TEST(RollingUnits, ReuseKnowsOfLengthsThatMuRGives) {
  RollingInstance instance = random_rolling(5, 4, 60, 0.1, 1.0, 6);
  instance.W.middleRows(8, 2).setZero();
  instance.W.middleCols(8, 2).setZero();
  nn::Workspace workspace;
  for (const double mu_r : {0.1, 7.0, 0.003}) {
    instance.mu_r[1] = mu_r;
    const auto expected = instance.posed().solve(asked_for(1e-12));
    const auto found = instance.posed().solve(asked_for(1e-12).set("reuse", "values"), &workspace);
    ASSERT_TRUE(expected.ok() && found.ok()) << expected.report.message << found.report.message;
    EXPECT_EQ(found.r, expected.r);
    expect_claim(instance.judged(), found.r, found.report);
  }
}

}  // namespace
}  // namespace nsds::test::rolling_units_test
