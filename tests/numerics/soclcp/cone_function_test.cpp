// Complementarity functions over Lorentz cones: zero where and only where z and w are complementary, with one element of their
// generalised derivative; and the Jordan algebra that they are written in.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <string>

#include "nsds/numerics/complementarity_function.h"
#include "numerics/vi/vi_problems.hpp"
#include "support/numbers.hpp"

namespace nsds::test::cone_function_test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr nsds_complementarity_function functions[] = {NSDS_MINIMUM, NSDS_FISCHER_BURMEISTER, NSDS_SMOOTHED};

struct Value {
  VectorXd value;
  MatrixXd by_z, by_w;
};

Value at(nsds_complementarity_function function, double mu, const VectorXd& z, const VectorXd& w,
         double parameter = 0.0) {
  const Eigen::Index k = z.size();
  Value out{VectorXd(k), MatrixXd(k, k), MatrixXd(k, k)};
  EXPECT_EQ(nsds_cone_complementarity_evaluate(function, parameter, static_cast<int32_t>(k), mu, z.data(),
                                               w.data(), out.value.data(), out.by_z.data(), out.by_w.data()),
            NSDS_OK);
  return out;
}

VectorXd product(const VectorXd& x, const VectorXd& y) {
  VectorXd out(x.size());
  EXPECT_EQ(nsds_jordan_product(static_cast<int32_t>(x.size()), x.data(), y.data(), out.data()), NSDS_OK);
  return out;
}

VectorXd root(const VectorXd& x) {
  VectorXd out(x.size());
  EXPECT_EQ(nsds_jordan_square_root(static_cast<int32_t>(x.size()), x.data(), out.data()), NSDS_OK);
  return out;
}

VectorXd inside(int k, double mu, Random& random) {
  VectorXd x(k);
  x[0] = random.uniform(0.5, 2.0);
  x.tail(k - 1) = 0.9 * mu * x[0] * random.vector(k - 1, -1.0, 1.0) / std::sqrt(k);
  return x;
}

TEST(JordanAlgebra, HasProductsSpectralValuesAndRoots) {
  Random random(1);
  for (int k = 1; k <= 5; ++k) {
    for (int trial = 0; trial < 50; ++trial) {
      const VectorXd x = random.vector(k, -2.0, 2.0), y = random.vector(k, -2.0, 2.0);
      EXPECT_LE((product(x, y) - product(y, x)).norm(), 1e-14);
      EXPECT_LE((product(x, VectorXd::Unit(k, 0)) - x).norm(), 1e-15);
      EXPECT_NEAR(product(x, y)[0], x.dot(y), 1e-14);
      double values[2];
      ASSERT_EQ(nsds_jordan_spectral_values(k, x.data(), values), NSDS_OK);
      EXPECT_LE(values[0], values[1]);
      EXPECT_NEAR(values[0] + values[1], 2.0 * x[0], 1e-14);
      EXPECT_NEAR(values[0] * values[1], x[0] * x[0] - x.tail(k - 1).squaredNorm(), 1e-13);
      const VectorXd square = product(x, x);  // in the cone, its root in the cone too
      double least[2];
      nsds_jordan_spectral_values(k, square.data(), least);
      EXPECT_GE(least[0], -1e-13);
      const VectorXd in = inside(k, 1.0, random);
      EXPECT_LE((product(root(in), root(in)) - in).norm(), 1e-13);
    }
  }
  const Eigen::Vector2d outside(1.0, 1.5);
  Eigen::Vector2d out(7.0, 8.0);
  EXPECT_EQ(nsds_jordan_square_root(2, outside.data(), out.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_jordan_square_root(0, outside.data(), out.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_jordan_product(2, outside.data(), nullptr, out.data()), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(nsds_jordan_spectral_values(2, Eigen::Vector2d(nan, 0.0).eval().data(), out.data()),
            NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(out, Eigen::Vector2d(7.0, 8.0));
}

// x + y - √(x∘x + y∘y) by the definitions of the header.
TEST(ConeFunction, IsWhatTheHeaderSays) {
  Random random(2);
  for (const double mu : {0.1, 0.7, 1.0, 10.0}) {
    for (int k = 2; k <= 5; ++k) {
      for (int trial = 0; trial < 20; ++trial) {
        const VectorXd z = random.vector(k, -1.0, 1.0), w = random.vector(k, -1.0, 1.0);
        const double c = std::sqrt(2.0 / (1.0 + mu * mu)), s = mu * c;
        VectorXd x = c * z, y = s * w;
        x[0] = s * z[0];
        y[0] = c * w[0];
        for (const double smoothing : {0.0, 0.3}) {
          VectorXd square = product(x, x) + product(y, y);
          square[0] += 2.0 * smoothing * smoothing;
          const auto function = smoothing == 0.0 ? NSDS_FISCHER_BURMEISTER : NSDS_SMOOTHED;
          EXPECT_LE((at(function, mu, z, w, smoothing).value - (x + y - root(square))).norm(), 1e-13);
        }
        EXPECT_LE((at(NSDS_MINIMUM, mu, z, w).value - (z - onto_lorentz(z - w, mu))).norm(), 1e-14);
      }
    }
  }
}

struct Pair {
  const char* name;
  VectorXd z, w;
};

// Complementary pairs of every kind. u: (k - 1), |u| = 1.
std::vector<Pair> complementary(int k, double mu, const VectorXd& u, Random& random) {
  VectorXd ray(k), opposite(k), dual_inside(k);
  ray << 1.0, mu * u;
  opposite << mu, -u;
  if (k == 1 || mu == 0.0) opposite[0] = 0.0;
  dual_inside = inside(k, 1.0 / (mu > 0.0 ? mu : 1.0), random);
  const VectorXd zero = VectorXd::Zero(k);
  std::vector<Pair> pairs{{"inside", inside(k, mu, random), zero},
                          {"apex", zero, dual_inside},
                          {"boundary, not pushed", 1.5 * ray, zero},
                          {"apex, pushed along the boundary", zero, 0.6 * opposite},
                          {"both zero", zero, zero},
                          {"boundaries", 1.5 * ray, 0.8 * opposite}};
  return pairs;
}

TEST(ConeFunction, IsZeroWhereAndOnlyWhereComplementary) {
  Random random(3);
  for (const double mu : {0.0, 0.1, 1.0, 10.0}) {
    for (int k = 1; k <= 5; ++k) {
      const VectorXd u = random.vector(k - 1, -1.0, 1.0).normalized();
      for (const Pair& pair : complementary(k, mu, u, random)) {
        for (const auto function : functions) {
          SCOPED_TRACE(std::to_string(function) + " " + pair.name + " " + std::to_string(mu) + " " +
                       std::to_string(k));
          EXPECT_LE(at(function, mu, pair.z, pair.w).value.norm(),
                    1e-14 * (1.0 + pair.z.norm() + pair.w.norm()));
          // Each way out of the solution set is seen: into the outside of K, of K*, and off the orthogonal.
          if (mu == 0.0) continue;
          const VectorXd e = VectorXd::Unit(k, 0);
          EXPECT_GE(at(function, mu, pair.z - (pair.z[0] + 0.1) * e, pair.w).value.norm(), 1e-3);
          EXPECT_GE(at(function, mu, pair.z, pair.w - (pair.w[0] + 0.1) * e).value.norm(), 1e-3);
          EXPECT_GE(at(function, mu, pair.z + e, pair.w + e).value.norm(), 1e-3);
        }
      }
    }
  }
}

double error_of_derivative(nsds_complementarity_function function, double mu, const VectorXd& z,
                           const VectorXd& w, double parameter) {
  const Value here = at(function, mu, z, w, parameter);
  const Eigen::Index k = z.size();
  const double h = 1e-6;
  double error = 0.0;
  for (Eigen::Index j = 0; j < k; ++j) {
    const VectorXd step = h * VectorXd::Unit(k, j);
    const VectorXd by_z =
        (at(function, mu, z + step, w, parameter).value - at(function, mu, z - step, w, parameter).value) /
        (2 * h);
    const VectorXd by_w =
        (at(function, mu, z, w + step, parameter).value - at(function, mu, z, w - step, parameter).value) /
        (2 * h);
    error = std::max({error, (here.by_z.col(j) - by_z).norm(), (here.by_w.col(j) - by_w).norm()});
  }
  return error;
}

TEST(ConeFunction, HasItsDerivativeWhereItIsSmooth) {
  Random random(4);
  for (const double mu : {0.0, 0.1, 1.0, 10.0}) {
    for (int k = 1; k <= 5; ++k) {
      for (int trial = 0; trial < 20; ++trial) {
        const VectorXd z = random.vector(k, -1.0, 1.0), w = random.vector(k, -1.0, 1.0);
        for (const auto function : functions) {
          SCOPED_TRACE(std::to_string(function) + " " + std::to_string(mu) + " " + std::to_string(k));
          EXPECT_LE(error_of_derivative(function, mu, z, w, function == NSDS_SMOOTHED ? 0.2 : 0.0), 2e-5);
        }
      }
      // The smoothed function is smooth everywhere.
      const VectorXd u = random.vector(k - 1, -1.0, 1.0).normalized();
      for (const Pair& pair : complementary(k, mu, u, random))
        EXPECT_LE(error_of_derivative(NSDS_SMOOTHED, mu, pair.z, pair.w, 0.1), 1e-6) << pair.name;
    }
  }
}

// An element of the B-derivative at a kink is a limit of derivatives: there is a direction along which they tend to it. Where
// λ₁(x∘x + y∘y) is zero it is that of (e, e), in the algebra.
TEST(ConeFunction, HasALimitOfDerivativesAtKinks) {
  Random random(5);
  for (const double mu : {0.1, 1.0, 10.0}) {
    for (int k = 2; k <= 5; ++k) {
      const VectorXd u = random.vector(k - 1, -1.0, 1.0).normalized();
      VectorXd ray(k), opposite(k);
      ray << 1.0, mu * u;
      opposite << mu, -u;
      // w along the ray of x, in K*: y ∥ x, both on the same ray of the algebra.
      VectorXd along(k);
      along << mu, u;
      const VectorXd zero = VectorXd::Zero(k), e = VectorXd::Unit(k, 0);
      const Pair kinks[] = {{"both zero", zero, zero},
                            {"boundary", 1.5 * ray, zero},
                            {"apex", zero, 0.7 * along},
                            {"one ray", ray, along}};
      for (const Pair& kink : kinks) {
        SCOPED_TRACE(std::string(kink.name) + " " + std::to_string(mu) + " " + std::to_string(k));
        const Value here = at(NSDS_FISCHER_BURMEISTER, mu, kink.z, kink.w);
        for (const double step : {1e-3, 1e-5, 1e-7}) {
          // (e, e) of the algebra in z and w.
          const Value near = at(NSDS_FISCHER_BURMEISTER, mu, kink.z + step * e / mu, kink.w + step * e);
          const double apart = (near.by_z - here.by_z).norm() + (near.by_w - here.by_w).norm();
          EXPECT_LE(apart, 1e2 * step * (1.0 + mu + 1.0 / mu));
        }
      }
    }
  }
}

TEST(ConeFunction, TendsToThatOfFischerAndBurmeister) {
  Random random(6);
  const VectorXd z = random.vector(4, -1.0, 1.0), w = random.vector(4, -1.0, 1.0);
  const VectorXd limit = at(NSDS_FISCHER_BURMEISTER, 0.6, z, w).value;
  for (const double parameter : {1e-2, 1e-4, 1e-6})
    EXPECT_LE((at(NSDS_SMOOTHED, 0.6, z, w, parameter).value - limit).norm(), 3.0 * parameter);
}

// A cone of one component has the functions of numbers.
TEST(ConeFunction, OfOneComponentIsThatOfNumbers) {
  for (const auto function : functions) {
    nsds_complementarity_value number;
    ASSERT_EQ(nsds_complementarity_evaluate(function, 0.2, 0.3, -0.4, 0.0,
                                            std::numeric_limits<double>::infinity(), &number),
              NSDS_OK);
    const Value cone = at(function, 0.7, VectorXd::Constant(1, 0.3), VectorXd::Constant(1, -0.4), 0.2);
    EXPECT_NEAR(cone.value[0], number.value, 1e-15);
    EXPECT_NEAR(cone.by_z(0, 0), number.by_z, 1e-15);
    EXPECT_NEAR(cone.by_w(0, 0), number.by_w, 1e-15);
  }
}

TEST(ConeFunction, KeepsItsDigitsFarFromOne) {
  Random random(7);
  const VectorXd z = random.vector(3, -1.0, 1.0), w = random.vector(3, -1.0, 1.0);
  const VectorXd one = at(NSDS_FISCHER_BURMEISTER, 0.7, z, w).value;
  for (const double size : {0x1p-500, 0x1p500}) {
    const Value far = at(NSDS_FISCHER_BURMEISTER, 0.7, size * z, size * w);
    EXPECT_LE((far.value / size - one).norm(), 1e-14);
    EXPECT_LE((far.by_z - at(NSDS_FISCHER_BURMEISTER, 0.7, z, w).by_z).norm(), 1e-13);
  }
}

TEST(ConeFunction, RefusesWhatIsWrong) {
  const double x[] = {1.0, 0.5}, bad[] = {1.0, nan};
  double value[] = {7.0, 7.0}, by_z[4], by_w[4];
  const auto call = [&](nsds_complementarity_function function, double parameter, int32_t size, double mu,
                        const double* z, double* first, double* second) {
    return nsds_cone_complementarity_evaluate(function, parameter, size, mu, z, x, value, first, second);
  };
  EXPECT_EQ(call(NSDS_PENALISED, 0.5, 2, 1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_EVTUSHENKO_PURTOV, 0.0, 2, 1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_SMOOTHED, -1.0, 2, 1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_SMOOTHED, nan, 2, 1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 0, 1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, -1.0, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, nan, x, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, 1.0, bad, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, 1.0, nullptr, by_z, by_w), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, 1.0, x, by_z, nullptr), NSDS_INVALID_ARGUMENT);
  EXPECT_EQ(value[0], 7.0);
  EXPECT_EQ(call(NSDS_MINIMUM, 0.0, 2, 1.0, x, nullptr, nullptr), NSDS_OK);
}

}  // namespace
}  // namespace nsds::test::cone_function_test
