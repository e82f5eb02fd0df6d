// Factors of two or three rows, of matrices however ill-conditioned.
#include "friction/contact/small_lu.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <limits>

#include "support/decompositions.hpp"
#include "support/draws.hpp"

namespace nsds::test::small_lu_test {
namespace {

namespace friction = numerics::friction;

template <int D>
using Square = Eigen::Matrix<double, D, D>;
template <int D>
using Vector = Eigen::Matrix<double, D, 1>;

template <int D>
Square<D> random_matrix(double condition, Draws& draws) {
  Square<D> some, other;
  for (Square<D>* matrix : {&some, &other})
    for (double& entry : matrix->reshaped()) entry = draws.normal();
  Vector<D> stretch = Vector<D>::Ones();
  stretch[D - 1] = 1.0 / condition;
  return Square<D>(orthogonal_factor(some)) * stretch.asDiagonal() * Square<D>(orthogonal_factor(other));
}

// What the inverse would leave is larger by the condition.
template <int D>
void expect_small_residuals() {
  Draws draws(7);
  for (int k = 0; k < 1000; ++k) {
    const double condition = std::pow(10.0, k % 14);
    const Square<D> A = random_matrix<D>(condition, draws);
    Vector<D> b;
    for (double& entry : b) entry = draws.normal();
    Square<D> LU = A;
    friction::RowOrder<D> order;
    double sign = 1.0;
    ASSERT_TRUE(friction::factorise_small<D>(LU.data(), D, order, sign)) << condition;
    Vector<D> x = b;
    friction::solve_small<D>(LU.data(), D, order, x.data());
    EXPECT_LE((A * x - b).norm(), 1e-14 * (A.norm() * x.norm() + b.norm()));
    if (condition < 1e8) {
      EXPECT_EQ(sign > 0.0, A.determinant() > 0.0);
    }
  }
}

TEST(SmallLu, LeavesSmallResidualsInThePlane) {
  expect_small_residuals<2>();
}
TEST(SmallLu, LeavesSmallResidualsInSpace) {
  expect_small_residuals<3>();
}

TEST(SmallLu, TakesPivotsFromAnyRow) {
  const Eigen::PermutationMatrix<3> order(Eigen::Vector3i(1, 2, 0));
  Square<3> LU = order.toDenseMatrix().cast<double>();
  const Square<3> A = LU;
  friction::RowOrder<3> rows;
  double sign = 1.0;
  ASSERT_TRUE(friction::factorise_small<3>(LU.data(), 3, rows, sign));
  EXPECT_EQ(sign, 1.0);  // an even permutation
  Vector<3> x(1.0, 2.0, 3.0);
  friction::solve_small<3>(LU.data(), 3, rows, x.data());
  EXPECT_EQ(A * x, Vector<3>(1.0, 2.0, 3.0));
}

TEST(SmallLu, RefusesWhatIsSingular) {
  friction::RowOrder<3> order;
  double sign = 1.0;
  const Vector<3> a(1.0, -2.0, 0.3), b(0.7, 0.1, 5.0);
  for (Square<3> A : {Square<3>(Square<3>::Zero()), Square<3>(a * b.transpose()),
                      Square<3>(Square<3>::Constant(std::nan(""))),
                      Square<3>(Square<3>::Constant(std::numeric_limits<double>::infinity()))})
    EXPECT_FALSE(friction::factorise_small<3>(A.data(), 3, order, sign));
}

}  // namespace
}  // namespace nsds::test::small_lu_test
