// The scaling of Nesterov and Todd and the frames in which it is well scaled, from inside the cones to near
// their boundaries.
#include "friction/contact/lorentz_cone.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/draws.hpp"

namespace nsds::test::lorentz_cone_test {
namespace {

namespace friction = numerics::friction;

template <int D>
using Vector = Eigen::Matrix<double, D, 1>;
template <int D>
using Matrix = Eigen::Matrix<double, D, D>;

// |(x_1, ...)| = x_0 (1 - share), in any direction.
template <int D>
Vector<D> inside(double size, double share, Draws& draws) {
  Vector<D> x;
  for (double& entry : x) entry = draws.normal();
  x[0] = 0.0;
  x *= size * (1.0 - share) / x.norm();
  x[0] = size;
  return x;
}

// Of a pair: W x = W^-1 y; Q orthonormal; W^2 = Q S M S Q' with M far from singular; and det W by the scales,
// however small one of them is.
template <int D>
void expect_frame(const Vector<D>& x, const Vector<D>& y, double rounding) {
  friction::NesterovTodd<D> scaling{};
  scaling.set(x.data(), y.data());
  Vector<D> scaled_x, scaled_y;
  scaling.apply(x.data(), scaled_x.data());
  scaling.apply_inverse(y.data(), scaled_y.data());
  EXPECT_LE((scaled_x - scaled_y).norm(), rounding * scaled_x.norm());

  Matrix<D> Q, M, square;
  Vector<D> s;
  scaling.frame(Q.data(), s.data(), M.data());
  for (int j = 0; j < D; ++j)
    for (int i = 0; i < D; ++i)
      square(i, j) = scaling.square(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
  EXPECT_LE((Q.transpose() * Q - Matrix<D>::Identity()).norm(), 1e-14);
  const Matrix<D> framed = Q * s.asDiagonal() * M * s.asDiagonal() * Q.transpose();
  EXPECT_LE((framed - square).norm(), 1e-13 * square.norm());
  EXPECT_LE(M.norm() * M.inverse().norm(), 3e6);
  const double size = friction::determinant<D>(y.data()) / friction::determinant<D>(x.data());
  EXPECT_NEAR(s.prod() / std::pow(size, 0.25 * D), 1.0, 1e-12);
  if (D == 3 && !Q.isIdentity(0.0)) {
    EXPECT_NEAR(s[0] * s[1] / (s[2] * s[2]), 1.0, 1e-12);
    EXPECT_TRUE(M.isIdentity(0.0));
  }
}

template <int D>
void expect_frames() {
  Draws draws(7);
  for (const double x_share : {1.0, 0.3, 1e-2, 1e-6, 1e-10}) {
    for (int k = 0; k < 20; ++k) {
      const Vector<D> x = inside<D>(3.0, x_share, draws);
      for (const double y_share : {1.0, 1e-2, 1e-8})
        expect_frame<D>(x, inside<D>(1e-4, y_share, draws), 1e-14 / std::sqrt(x_share * y_share));
      // On the path, y = tau x^-1: where contacts slide the scales are as far apart as 1 / x_share.
      Vector<D> y = -x;
      y[0] = x[0];
      expect_frame<D>(x, y * (1e-9 / friction::determinant<D>(x.data())), 1e-14 / x_share);
    }
  }
}

TEST(NesterovTodd, FramesGiveItsSquareInThePlane) {
  expect_frames<2>();
}

TEST(NesterovTodd, FramesGiveItsSquareInSpace) {
  expect_frames<3>();
}

}  // namespace
}  // namespace nsds::test::lorentz_cone_test
