// The scaling of Nesterov and Todd and the frames in which it is well scaled, from inside the cones to a
// rounding from their boundaries.
#include "friction/lorentz_cone.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace nsds::test {
namespace {

namespace nn = nsds::numerics;

template <int D>
using Vector = Eigen::Matrix<double, D, 1>;
template <int D>
using Matrix = Eigen::Matrix<double, D, D>;

// |(x_1, ...)| = x_0 (1 - share), in any direction.
template <int D>
Vector<D> inside(double size, double share, std::mt19937_64& engine) {
  std::normal_distribution<double> normal;
  Vector<D> x;
  for (double& entry : x) entry = normal(engine);
  x[0] = 0.0;
  x *= size * (1.0 - share) / x.norm();
  x[0] = size;
  return x;
}

template <int D>
void expect_frames() {
  std::mt19937_64 engine(7);
  for (const double x_share : {1.0, 0.3, 1e-2, 1e-6, 1e-10}) {
    for (const double y_share : {1.0, 1e-2, 1e-8}) {
      for (int k = 0; k < 20; ++k) {
        const Vector<D> x = inside<D>(3.0, x_share, engine), y = inside<D>(1e-4, y_share, engine);
        nn::NesterovTodd<D> scaling;
        scaling.set(x.data(), y.data());
        Vector<D> scaled_x, scaled_y;
        scaling.apply(x.data(), scaled_x.data());
        scaling.apply_inverse(y.data(), scaled_y.data());
        const double rounding = 1e-14 / std::sqrt(x_share * y_share);
        EXPECT_LE((scaled_x - scaled_y).norm(), rounding * scaled_x.norm());

        Matrix<D> Q, M;
        Vector<D> s;
        scaling.frame(Q.data(), s.data(), M.data());
        EXPECT_LE((Q.transpose() * Q - Matrix<D>::Identity()).norm(), 1e-14);
        EXPECT_GT(s.minCoeff(), 0.0);
        // W^2 = Q S M S Q', and M is far from singular.
        Matrix<D> square;
        for (int j = 0; j < D; ++j)
          for (int i = 0; i < D; ++i)
            square(i, j) = scaling.square(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
        const Matrix<D> framed = Q * s.asDiagonal() * M * s.asDiagonal() * Q.transpose();
        EXPECT_LE((framed - square).norm(), 1e-13 * square.norm());
        EXPECT_LE(M.norm() * M.inverse().norm(), 3e4);
      }
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
}  // namespace nsds::test
