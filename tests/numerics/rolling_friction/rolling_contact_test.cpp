// The functions of one contact that resists rolling on which Newton's method runs, their derivatives by differences, and
// the closed form of one contact.
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "friction/contact/contact.hpp"
#include "friction/contact/contact_function.hpp"
#include "friction/contact/padding.hpp"
#include "support/draws.hpp"

namespace nsds::test::rolling_contact_test {
namespace {

namespace friction = numerics::friction;
using Matrix5 = Eigen::Matrix<double, 5, 5>;
using Vector5 = Eigen::Matrix<double, 5, 1>;
using Parameters = friction::Parameters<5>;

struct RollingFunction {
  const char* name;
  void (*evaluate)(const Parameters&, const double*, const double*, double*, double*, double*);
};

class RollingContactFunction : public ::testing::TestWithParam<RollingFunction> {
 protected:
  struct Value {
    Vector5 F;
    Matrix5 A, B;
  };
  static Value at(const Parameters& p, const Vector5& r, const Vector5& u) {
    Value value;
    GetParam().evaluate(p, r.data(), u.data(), value.F.data(), value.A.data(), value.B.data());
    return value;
  }
};

// Central differences in every direction. A step across a kink is seen by differences that disagree on its two sides.
TEST_P(RollingContactFunction, MatricesAreTheDerivative) {
  Draws draws(3);
  int compared = 0;
  constexpr double h = 1e-6;
  for (int k = 0; k < 2000; ++k) {
    const double mu = k % 5 == 0 ? 0.0 : draws.uniform(0.1, 1.5);
    const double mu_r = k % 7 == 0 ? 0.0 : draws.uniform(0.1, 1.5);
    const Parameters p{friction::rolling_friction(mu, mu_r), draws.uniform(0.2, 3.0)};
    Vector5 r, u;
    for (Vector5* const part : {&r, &u}) {
      const double size = std::exp2(draws.integer(-6, 3));
      for (double& value : *part) value = size * draws.normal();
    }
    const Value value = at(p, r, u);
    for (int j = 0; j < 10; ++j) {
      Vector5 step = Vector5::Zero();
      step[j % 5] = h;
      const Vector5 of_r = j < 5 ? step : Vector5::Zero(), of_u = step - of_r;
      const Vector5 ahead = at(p, r + of_r, u + of_u).F, behind = at(p, r - of_r, u - of_u).F;
      for (int i = 0; i < 5; ++i) {
        const double forward = (ahead[i] - value.F[i]) / h, backward = (value.F[i] - behind[i]) / h;
        if (std::fabs(forward - backward) > 1e-3 * (1.0 + std::fabs(forward))) continue;
        ++compared;
        EXPECT_NEAR((j < 5 ? value.A : value.B)(i, j % 5), 0.5 * (forward + backward),
                    1e-4 * (1.0 + std::fabs(forward)))
            << "point " << k << " row " << i << " column " << j;
      }
    }
  }
  EXPECT_GT(compared, 2000 * 50 * 9 / 10);
}

// Pairs that obey the law: open, or pressed with each of the two parts within its limit or at it.
TEST_P(RollingContactFunction, SolutionsOfTheLawAreZeros) {
  Draws draws(5);
  for (int k = 0; k < 3000; ++k) {
    const double mu = k % 5 == 0 ? 0.0 : draws.uniform(0.1, 1.5);
    const double mu_r = k % 7 == 0 ? 0.0 : draws.uniform(0.1, 1.5);
    const Parameters p{friction::rolling_friction(mu, mu_r), draws.uniform(0.2, 3.0)};
    Vector5 r = Vector5::Zero(), u = Vector5::Zero();
    if (k % 8 == 0) {
      for (double& value : u) value = draws.normal();
      u[0] = std::fabs(u[0]);
    } else {
      r[0] = draws.uniform(0.0, 2.0);
      for (const int first : {1, 3}) {
        const Eigen::Vector2d t = Eigen::Vector2d::NullaryExpr([&] { return draws.normal(); }).normalized();
        const double limit = r[0] * (first == 1 ? p.mu.sliding : p.mu.rolling);
        const bool is_at_limit = (k / (first == 1 ? 1 : 2)) % 2 == 0;
        r.segment<2>(first) = limit * (is_at_limit ? 1.0 : draws.uniform(0.0, 0.99)) * t;
        if (is_at_limit) u.segment<2>(first) = -draws.uniform(0.0, 2.0) * t;
      }
    }
    EXPECT_LE(at(p, r, u).F.norm(), 1e-14) << "point " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RollingContactFunction,
                         ::testing::Values(RollingFunction{"alart_curnier", friction::alart_curnier<5>},
                                           RollingFunction{"jean_moreau", friction::jean_moreau<5>}),
                         [](const auto& row) { return std::string(row.param.name); });

// One contact whose W and velocity of the others are drawn.
struct DrawnContact {
  double W[5 * friction::pad<5>] = {};
  double b[5];
  friction::ConeCoefficients mu;

  // rank: of W; turns: whether reactions change its angular velocity, which is zero where they do not.
  DrawnContact(Draws& draws, int columns, bool turns) {
    Eigen::Matrix<double, 5, Eigen::Dynamic> B(5, columns);
    for (double& value : B.reshaped()) value = draws.normal();
    if (!turns) B.bottomRows<2>().setZero();
    Eigen::Map<Matrix5, 0, Eigen::OuterStride<>>(W, Eigen::OuterStride<>(friction::pad<5>)) =
        B * B.transpose() / columns;
    for (double& value : b) value = 2.0 * draws.normal();
    b[0] = -0.5 * std::fabs(b[0]);
    if (!turns) b[3] = b[4] = 0.0;
    const double sliding = draws.uniform(0.0, 1.0);
    mu = friction::rolling_friction(sliding, draws.uniform(0.0, 1.0));
  }

  double residual(const double* r) const { return friction::contact_residual<5>(W, 1.0, mu, b, r); }
};

double misses_of_10000(int columns, bool turns) {
  Draws draws(21);
  int missed = 0;
  for (int k = 0; k < 10000; ++k) {
    const DrawnContact contact(draws, columns, turns);
    friction::RollingSlip slip{};
    double r[5] = {};
    if (!friction::solve_in_closed_form<5>(friction::ContactMatrix<5>(contact.W), contact.W, contact.mu,
                                           contact.b, &slip, r)) {
      ++missed;
      EXPECT_EQ(slip.of[0] + slip.of[1], 0.0);  // the next sweep begins anew
      continue;
    }
    EXPECT_LE(contact.residual(r), 1e-12 * (1.0 + std::fabs(r[0])));
  }
  return missed;
}

// Newton's method from s = 0 alone misses 24 and 11 in a hundred.
TEST(RollingClosedForm, FindsNearlyAllSlides) {
  EXPECT_LE(misses_of_10000(5, true), 200);
  EXPECT_LE(misses_of_10000(20, true), 30);
}

// A body that does not turn, as a point mass in the rows of rolling, has W_MM = 0: no moment is needed.
TEST(RollingClosedForm, SolvesContactsThatMomentsDoNotChange) {
  EXPECT_LE(misses_of_10000(20, false), 60);
}

// phi = mu r_N/|r_T| - 1 and its like for rolling, by differences where both slide.
TEST(RollingClosedForm, DerivativeByTheScalarsIsThatByDifferences) {
  Draws draws(9);
  int compared = 0;
  for (int k = 0; k < 500; ++k) {
    const DrawnContact contact(draws, 8, true);
    const friction::ContactMatrix<5> M(contact.W);
    friction::RollingRows rows{M.schur,      M.tangent_row,    {},
                               contact.b[0], M.normal_inverse, {contact.mu.sliding, contact.mu.rolling},
                               M.small};
    for (int i = 0; i < 4; ++i) rows.c[i] = contact.b[i + 1] - M.tangent_column[i] * contact.b[0];
    friction::RollingSlip slip{};
    friction::RollingSlide slide(rows, slip);
    const double s[2] = {draws.uniform(0.1, 3.0), draws.uniform(0.1, 3.0)};
    const auto at = slide.linearised_at(s[0], s[1]);
    ASSERT_TRUE(at);
    constexpr double h = 1e-6;
    for (int q = 0; q < 2; ++q) {
      const auto ahead = slide.linearised_at(s[0] + (q == 0 ? h : 0.0), s[1] + (q == 1 ? h : 0.0));
      const auto behind = slide.linearised_at(s[0] - (q == 0 ? h : 0.0), s[1] - (q == 1 ? h : 0.0));
      ASSERT_TRUE(ahead && behind);
      for (int p = 0; p < 2; ++p) {
        ++compared;
        const double difference = (ahead->phi[p] - behind->phi[p]) / (2.0 * h);
        EXPECT_NEAR(at->J[p][q], difference, 1e-6 * (1.0 + std::fabs(difference))) << k;
      }
    }
  }
  EXPECT_EQ(compared, 2000);
}

}  // namespace
}  // namespace nsds::test::rolling_contact_test
