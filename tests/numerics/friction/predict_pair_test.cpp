// Pairs in Lorentz cones whose product is prescribed, near to where they were and far from there.
#include "friction/contact/predict_pair.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "support/draws.hpp"

namespace nsds::test::predict_pair_test {
namespace {

namespace friction = numerics::friction;

template <int D>
using Vector = Eigen::Matrix<double, D, 1>;

template <int D>
Vector<D> product(const Vector<D>& a, const Vector<D>& b) {
  Vector<D> c;
  friction::jordan_product<D>(a.data(), b.data(), c.data());
  return c;
}

// Changes of a pair at the centre, x = y = size e, along which x o y grows like exp(speed h).
template <int D>
struct Motion {
  Vector<D> centre, dx, dy;
  double speed;

  Motion(double size, Draws& draws) {
    centre = size * Vector<D>::Unit(0);
    for (double& entry : dx) entry = size * draws.normal();
    speed = -std::fabs(draws.normal());
    dy = speed * centre - dx;
  }

  bool predict(double h, Vector<D>& x, Vector<D>& y) const {
    const Vector<D> by_x = h * dx, by_y = h * dy;
    return friction::predict_pair<D>(centre.data(), by_x.data(), by_y.data(), std::exp(speed * h), x.data(),
                                     y.data());
  }
};

template <int D>
void expect_product_however_far() {
  Draws draws(3);
  int far = 0;
  for (int k = 0; k < 200; ++k) {
    const double size = std::pow(10.0, k % 7 - 3);
    const Motion<D> motion(size, draws);
    for (const double h : {1e-3, 0.1, 1.0, 4.0, 30.0}) {
      Vector<D> x, y;
      if (!motion.predict(h, x, y)) continue;
      far += h > 1.0 ? 1 : 0;
      const Vector<D> wanted = size * size * std::exp(motion.speed * h) * Vector<D>::Unit(0);
      const double summed = size + h * (motion.dx.norm() + motion.dy.norm());  // beside which it is rounded
      EXPECT_LE((product<D>(x, y) - wanted).norm(), 1e-14 * summed * (x.norm() + y.norm()));
      EXPECT_GT(friction::determinant<D>(x.data()), 0.0);
      EXPECT_GT(friction::determinant<D>(y.data()), 0.0);
    }
  }
  EXPECT_GT(far, 100);
}

TEST(PredictPair, KeepsTheProductHoweverFarInThePlane) {
  expect_product_however_far<2>();
}
TEST(PredictPair, KeepsTheProductHoweverFarInSpace) {
  expect_product_however_far<3>();
}

// Half the step, a quarter of the distance from where the tangent leads.
TEST(PredictPair, TouchesTheTangent) {
  Draws draws(5);
  for (int k = 0; k < 50; ++k) {
    const Motion<3> motion(2.0, draws);
    double last = 0.0;
    for (const double h : {2e-4, 1e-4}) {
      Vector<3> x, y;
      ASSERT_TRUE(motion.predict(h, x, y));
      const double away =
          (x - motion.centre - h * motion.dx).norm() + (y - motion.centre - h * motion.dy).norm();
      EXPECT_GT(away, 0.0);
      if (last > 0.0) {
        EXPECT_NEAR(last / away, 4.0, 0.01);
      }
      last = away;
    }
  }
}

// What is not along the frame, of a point off the centre, goes straight on.
TEST(PredictPair, LeavesWhatIsAcrossTheFrameToTheTangent) {
  const Vector<3> v(1.0, 0.0, 0.1), dx(0.2, 0.5, 0.05), dy(0.1, -0.5, 0.05);
  Vector<3> x, y;
  ASSERT_TRUE(friction::predict_pair<3>(v.data(), dx.data(), dy.data(), 1.3, x.data(), y.data()));
  EXPECT_NEAR(x[2], 0.15, 1e-15);
  EXPECT_NEAR(y[2], 0.15, 1e-15);
}

TEST(PredictPair, StandsStillWithoutAChange) {
  const Vector<3> v(2.0, 0.3, -0.4), none = Vector<3>::Zero();
  Vector<3> x, y;
  ASSERT_TRUE(friction::predict_pair<3>(v.data(), none.data(), none.data(), 1.0, x.data(), y.data()));
  EXPECT_LE((x - v).norm(), 1e-15);
  EXPECT_LE((y - v).norm(), 1e-15);
}

// x and y both as a contact between parting and closing has them, the root of the product.
TEST(PredictPair, ShrinksWhatShrinksInBothLikeTheProduct) {
  const Vector<3> v(1.0, 0.2, 0.0);
  for (const double h : {0.1, 3.0, 30.0}) {
    const Vector<3> change = -0.5 * h * v;
    Vector<3> x, y;
    ASSERT_TRUE(
        friction::predict_pair<3>(v.data(), change.data(), change.data(), std::exp(-h), x.data(), y.data()));
    // Along the frame, here the first tangent, and as the other eigenvalue leaves it.
    const double rounding = 1e-15 * (1.0 + h);
    EXPECT_NEAR(x[0] + x[1], 1.2 * std::exp(-0.5 * h), rounding);
    EXPECT_NEAR(x[0] - x[1], 0.8 * std::exp(-0.5 * h), rounding);
    EXPECT_NEAR(y[0] + y[1], 1.2 * std::exp(-0.5 * h), rounding);
  }
}

TEST(PredictPair, SaysWhereAConeWouldBeLeft) {
  const Vector<3> v(1.0, 0.0, 0.0);
  Vector<3> x, y;
  const Vector<3> dx(0.0, 0.5, 3.0), dy(0.0, -0.5, 3.0);  // across the frame
  EXPECT_FALSE(friction::predict_pair<3>(v.data(), dx.data(), dy.data(), 1.0, x.data(), y.data()));
  const Vector<3> nan(std::nan(""), 0.0, 0.0);
  EXPECT_FALSE(friction::predict_pair<3>(v.data(), nan.data(), nan.data(), 1.0, x.data(), y.data()));
}

}  // namespace
}  // namespace nsds::test::predict_pair_test
