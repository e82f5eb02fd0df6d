// The projection on the cone of contacts that resist rolling: its characterisation by the dual cone, to rounding.
#include "friction/contact/rolling_cone.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "friction/contact/cone.hpp"
#include "rolling_instances.hpp"
#include "support/draws.hpp"

namespace nsds::test::rolling_cone_test {
namespace {

namespace friction = numerics::friction;
using Vector5 = Eigen::Matrix<double, 5, 1>;

struct Cone {
  friction::ConeCoefficients mu;

  double beyond(const Vector5& x) const {  // how far outside of K
    return std::max(
        {-x[0], x.segment<2>(1).norm() - mu.sliding * x[0], x.tail<2>().norm() - mu.rolling * x[0]});
  }
  double beyond_dual(const Vector5& x) const {
    return mu.sliding * x.segment<2>(1).norm() + mu.rolling * x.tail<2>().norm() - x[0];
  }
  Vector5 project(const Vector5& x) const {
    Vector5 p;
    friction::project_on_rolling_cone(mu, x.data(), p.data());
    return p;
  }
};

// Coefficients from nothing to steep, points in every piece and on its borders.
template <class Visit>
void for_many_points(Visit&& visit) {
  Draws draws(5);
  constexpr double coefficients[] = {0.0, 1e-9, 1e-3, 0.3, 1.0, 7.0, 1e3};
  for (const double mu : coefficients)
    for (const double mu_r : coefficients)
      for (int k = 0; k < 200; ++k) {
        Vector5 x;
        for (double& value : x) value = draws.normal();
        x[0] *= std::pow(10.0, draws.uniform(-3.0, 3.0));
        if (k % 5 == 0) x.segment<2>(1).setZero();
        if (k % 7 == 0) x.tail<2>().setZero();
        if (k % 11 == 0) x.segment<2>(1) *= mu * x[0] / x.segment<2>(1).norm();
        if (k % 13 == 0) x[0] = -mu * x.segment<2>(1).norm() - mu_r * x.tail<2>().norm();
        if (!x.allFinite()) continue;
        visit(Cone{friction::rolling_friction(mu, mu_r)}, x);
      }
}

// Moreau: p in K, p - x in K*, and the two orthogonal are the projection and nothing else is.
TEST(RollingCone, ProjectionAndWhatItTakesOffAreInTheConeAndItsDual) {
  int points = 0;
  for_many_points([&](const Cone& cone, const Vector5& x) {
    ++points;
    SCOPED_TRACE(::testing::Message()
                 << "mu " << cone.mu.sliding << " mu_r " << cone.mu.rolling << " x " << x.transpose());
    const Vector5 p = cone.project(x), off = p - x;
    const double steep = 1.0 + std::max(cone.mu.sliding, cone.mu.rolling),
                 rounding = 1e-15 * steep * x.norm();
    EXPECT_LE(cone.beyond(p), 4.0 * rounding);
    EXPECT_LE(cone.beyond_dual(off), 8.0 * steep * rounding);
    EXPECT_LE(std::fabs(p.dot(off)), 8.0 * steep * rounding * x.norm());
    EXPECT_LE((cone.project(p) - p).norm(), 4.0 * rounding);
  });
  EXPECT_GT(points, 8000);
}

TEST(RollingCone, ProjectionIsThatByBisection) {
  for_many_points([](const Cone& cone, const Vector5& x) {
    const Eigen::VectorXd other = projected_on_rolling_cone(cone.mu.sliding, cone.mu.rolling, x);
    const double steep = 1.0 + std::max(cone.mu.sliding, cone.mu.rolling);
    EXPECT_LE((cone.project(x) - other).norm(), 1e-14 * steep * x.norm());
  });
}

TEST(RollingCone, WithoutRollingIsCoulombs) {
  for_many_points([](const Cone& cone, const Vector5& x) {
    if (cone.mu.rolling != 0.0) return;
    double p[3];
    friction::project_on_cone<3>(cone.mu.sliding, x.data(), p);
    const Vector5 q = cone.project(x);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(q[k], p[k], 1e-15 * (1.0 + cone.mu.sliding) * x.norm());
    EXPECT_EQ(q[3], 0.0);
    EXPECT_EQ(q[4], 0.0);
  });
}

TEST(RollingCone, NaturalMapIsWhatTheProjectionLeaves) {
  Draws draws(9);
  for_many_points([&](const Cone& cone, const Vector5& r) {
    Vector5 u, map;
    for (double& value : u) value = draws.normal();
    const double square = friction::rolling_natural_map(cone.mu, r.data(), u.data(), map.data());
    Vector5 shifted = u;
    shifted[0] += cone.mu.sliding * u.segment<2>(1).norm() + cone.mu.rolling * u.tail<2>().norm();
    const double steep = 1.0 + std::max(cone.mu.sliding, cone.mu.rolling);
    EXPECT_LE((map - (r - cone.project(r - shifted))).norm(), 1e-14 * steep * (r.norm() + shifted.norm()));
    EXPECT_NEAR(square, map.squaredNorm(), 1e-14 * square);
  });
}

TEST(RollingCone, NotANumberStaysOne) {
  Vector5 x = Vector5::Ones();
  x[3] = std::nan("");
  EXPECT_FALSE(Cone{friction::rolling_friction(0.5, 0.5)}.project(x).allFinite());
}

}  // namespace
}  // namespace nsds::test::rolling_cone_test
