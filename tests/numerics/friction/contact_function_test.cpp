// The functions of one contact on which Newton's method runs: their derivatives, and that their zeros are
// Signorini's condition and Coulomb's law.
#include "friction/contact/contact_function.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <string>

#include "support/draws.hpp"

namespace nsds::test::contact_function_test {
namespace {

namespace friction = numerics::friction;
using friction::ContactParameters;

struct Point {
  double r[3], u[3];
};
struct Value {
  double F[3], A[9], B[9];
};
struct Case {
  const char* name;
  int dimension;
  void (*evaluate)(const ContactParameters&, const double*, const double*, double*, double*, double*);
};

class ContactFunction : public ::testing::TestWithParam<Case> {
 protected:
  static Value at(const ContactParameters& p, const Point& x) {
    Value value{};
    GetParam().evaluate(p, x.r, x.u, value.F, value.A, value.B);
    return value;
  }
  static int d() { return GetParam().dimension; }
};

// Points of every branch: numbers of several sizes, zeros among them.
Point draw_point(Draws& draws) {
  Point x{};
  for (double* const part : {x.r, x.u}) {
    const double size = std::exp2(draws.integer(-6, 3));
    for (int k = 0; k < 3; ++k) part[k] = size * draws.normal();
  }
  return x;
}

// By central differences, in every direction; a step across a kink is seen by differences that disagree on
// its two sides.
TEST_P(ContactFunction, MatricesAreTheDerivative) {
  Draws draws(3);
  int compared = 0;
  for (int k = 0; k < 2000; ++k) {
    const ContactParameters p{draws.integer(0, 4) == 0 ? 0.0 : draws.uniform(0.1, 1.5),
                              draws.uniform(0.2, 3.0)};
    const Point x = draw_point(draws);
    const Value value = at(p, x);
    const double h = 1e-6;
    for (int j = 0; j < 2 * d(); ++j) {
      Point ahead = x, behind = x;
      double* const forwards = j < d() ? ahead.r : ahead.u;
      double* const backwards = j < d() ? behind.r : behind.u;
      forwards[j % d()] += h;
      backwards[j % d()] -= h;
      const Value after = at(p, ahead), before = at(p, behind);
      const double* const column =
          (j < d() ? value.A : value.B) + static_cast<std::ptrdiff_t>(d()) * (j % d());
      for (int i = 0; i < d(); ++i) {
        const double forward = (after.F[i] - value.F[i]) / h, backward = (value.F[i] - before.F[i]) / h;
        if (std::fabs(forward - backward) > 1e-3 * (1.0 + std::fabs(forward))) continue;
        ++compared;
        EXPECT_NEAR(column[i], 0.5 * (forward + backward), 1e-4 * (1.0 + std::fabs(forward)))
            << "point " << k << " row " << i << " column " << j;
      }
    }
  }
  EXPECT_GT(compared, 2000 * 2 * d() * d() * 9 / 10);
}

// Pairs that obey the law: open, sticking, sliding, without friction, grazing.
TEST_P(ContactFunction, SolutionsOfTheLawAreZeros) {
  Draws draws(5);
  for (int k = 0; k < 3000; ++k) {
    const ContactParameters p{k % 5 == 0 ? 0.0 : draws.uniform(0.1, 1.5), draws.uniform(0.2, 3.0)};
    Point x{};
    double t[2] = {draws.normal(), d() == 3 ? draws.normal() : 0.0};
    const double length = std::hypot(t[0], t[1]);
    const double normal = draws.uniform(0.0, 2.0), speed = draws.uniform(0.0, 2.0);
    switch (k % 4) {
      case 0:  // open, or grazing
        x.u[0] = k % 8 == 0 ? 0.0 : normal;
        for (int i = 1; i < d(); ++i) x.u[i] = k % 16 < 8 ? t[i - 1] : 0.0;
        break;
      case 1:  // sticks
        x.r[0] = normal;
        for (int i = 1; i < d(); ++i) x.r[i] = draws.uniform(0.0, 0.99) / std::sqrt(2.0) * p.mu * normal;
        break;
      default:  // slides
        x.r[0] = normal;
        for (int i = 1; i < d(); ++i) {
          x.r[i] = p.mu * normal * t[i - 1] / length;
          x.u[i] = -speed * t[i - 1] / length;
        }
    }
    const Value value = at(p, x);
    for (int i = 0; i < d(); ++i) EXPECT_NEAR(value.F[i], 0.0, 1e-7) << "point " << k;
  }
}

// And only those: where the function is small so is the natural map of the law. Points near solutions, and
// ones where single parts are zero, at which a product may hide what it should not.
TEST_P(ContactFunction, WhereItIsZeroTheLawHolds) {
  Draws draws(7);
  int small = 0;
  for (int k = 0; k < 20000; ++k) {
    const ContactParameters p{k % 7 == 0 ? 0.0 : draws.uniform(0.1, 1.5), draws.uniform(0.2, 3.0)};
    Point x{};
    for (double* const part : {x.r, x.u})
      for (int i = 0; i < d(); ++i) part[i] = 0.5 * draws.integer(-2, 2);
    if (k % 3 == 0)  // y = 0
      for (int i = 1; i < d(); ++i) x.r[i] = p.rho * x.u[i];
    const Value value = at(p, x);
    double size = 0.0, map[3];
    for (int i = 0; i < d(); ++i) size = std::max(size, std::fabs(value.F[i]));
    if (size > 1e-12) continue;
    ++small;
    const double square = d() == 2 ? friction::natural_map<2>(p.mu, x.r, x.u, map)
                                   : friction::natural_map<3>(p.mu, x.r, x.u, map);
    EXPECT_LE(std::sqrt(square), 1e-6) << "point " << k;
  }
  EXPECT_GT(small, 50);
}

constexpr Case cases[] = {
    {"alart_curnier", 2, friction::alart_curnier<2>},
    {"alart_curnier", 3, friction::alart_curnier<3>},
    {"jean_moreau", 2, friction::jean_moreau<2>},
    {"jean_moreau", 3, friction::jean_moreau<3>},
    {"fischer_burmeister", 2, friction::fischer_burmeister<2>},
    {"fischer_burmeister", 3, friction::fischer_burmeister<3>},
    {"natural_map", 2, friction::desaxce_natural_map<2>},
    {"natural_map", 3, friction::desaxce_natural_map<3>},
    {"complementarity", 3, friction::complementarity},
};

INSTANTIATE_TEST_SUITE_P(All, ContactFunction, ::testing::ValuesIn(cases), [](const auto& row) {
  return std::string(row.param.name) + "_" + std::to_string(row.param.dimension) + "d";
});

// The matrix A + B W with W = I stays regular at open contacts, whatever they do, and where all is zero.
TEST(Complementarity, IsRegularWithoutReactions) {
  const double r[3] = {}, resting[3] = {}, rising[3] = {1.0, 0.0, 0.0}, grazing[3] = {0.0, 0.3, -0.4};
  for (const double* const u : {resting, rising, grazing}) {
    for (const double mu : {0.0, 0.7}) {
      double F[3];
      Eigen::Matrix3d A, B;
      friction::complementarity({mu, 1.0}, r, u, F, A.data(), B.data());
      EXPECT_EQ(std::fabs(F[0]) + std::fabs(F[1]) + std::fabs(F[2]), 0.0);
      EXPECT_GT(std::fabs((A + B).determinant()), 0.1);
    }
  }
}

}  // namespace
}  // namespace nsds::test::contact_function_test
