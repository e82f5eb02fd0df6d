// Dense and triangular systems, signs of determinants, Cholesky factors and singular values.
#include "linalg/lapack.hpp"

#include <gtest/gtest.h>

#include <complex>

#include "linalg/numbers.hpp"

namespace nsds::test::lapack_test {
namespace {

TEST(DeterminantSign, PermutationsAndReflections) {
  EXPECT_EQ(determinantSign(Matrix{{0.0, 1.0}, {1.0, 0.0}}), -1);
  EXPECT_EQ(determinantSign(Matrix{{0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}}), 1);
  EXPECT_EQ(determinantSign(Matrix{{-1.0, 0.0}, {0.0, -1.0}}), 1);
  EXPECT_EQ(determinantSign(Matrix{{1.0, 2.0}, {3.0, 4.0}}), -1);
}

TEST(DeterminantSign, SizesOfZeroAndOne) {
  EXPECT_EQ(determinantSign(Matrix(0, 0)), 1);
  EXPECT_EQ(determinantSign(Matrix{{-2.0}}), -1);
  EXPECT_EQ(determinantSign(Matrix{{0.0}}), 0);
}

TEST(DeterminantSign, SingularMatrix) {
  EXPECT_EQ(determinantSign(Matrix{{1.0, 2.0}, {2.0, 4.0}}), 0);
}

// The determinants, ∓ 1e±400, have no number.
TEST(DeterminantSign, BeyondTheRangeOfNumbers) {
  for (const double unit : {1e200, 1e-200}) {
    EXPECT_EQ(determinantSign(unit * Matrix{{1.0, 0.0}, {0.0, -1.0}}), -1);
    EXPECT_EQ(determinantSign(unit * Matrix{{1.0, 0.0}, {0.0, 1.0}}), 1);
  }
}

TEST(DeterminantSign, ValuesThatAreNotFinite) {
  for (const double bad : {notANumber, infinity})
    EXPECT_EQ(determinantSign(Matrix{{bad, 1.0}, {1.0, 2.0}}), 0);
}

// (2, 1; 1, 2)⁻¹ = (2, -1; -1, 2) / 3.
TEST(SolveDefinite, SeveralRightHandSides) {
  const Matrix X = solveDefinite(Matrix{{2.0, 1.0}, {1.0, 2.0}}, Matrix::Identity(2, 2));
  EXPECT_TRUE(X.isApprox(Matrix{{2.0, -1.0}, {-1.0, 2.0}} / 3.0, 1e-15));
}

TEST(SolveDefinite, SizesOfZeroAndOne) {
  EXPECT_EQ(solveDefinite(Matrix(0, 0), Matrix(0, 3)).cols(), 3);
  EXPECT_EQ(solveDefinite(Matrix{{2.0}}, Matrix(1, 0)).rows(), 1);
  EXPECT_EQ(solveDefinite(Matrix{{4.0}}, Matrix{{3.0}})(0, 0), 0.75);
}

// Units of masses and moments that differ by 1e12 cost no digits.
TEST(SolveDefinite, UnitsFarApart) {
  const Vector x = solveDefinite(Matrix{{2e12, 1.0}, {1.0, 2e-12}}, Vector{{3e12, 3.0}});
  EXPECT_NEAR(x[0], 1.0, 1e-14);
  EXPECT_NEAR(x[1] / 1e12, 1.0, 1e-14);
}

TEST(SolveDefinite, RefusesWhatIsNotDefinite) {
  for (const Matrix& A : {Matrix{{1.0, 2.0}, {2.0, 1.0}}, Matrix{{1.0, 1.0}, {1.0, 1.0}},
                          Matrix{{notANumber, 0.0}, {0.0, 1.0}}})
    EXPECT_TRUE(solveDefinite(A, Vector::Ones(2)).array().isNaN().all());
  EXPECT_TRUE(solveDefinite(Matrix::Identity(2, 2), Vector{{1.0, notANumber}}).array().isNaN().all());
}

// The lower triangle, of sevens, is not read.
TEST(SolveUpper, BothTransposes) {
  using Complex = std::complex<double>;
  Eigen::MatrixXcd R(2, 2), B(2, 1);
  R << Complex(0.0, 2.0), 1.0, 7.0, Complex(1.0, 1.0);
  B << Complex(1.0, -1.0), 3.0;
  Eigen::MatrixXcd upper = R;
  upper(1, 0) = 0.0;
  EXPECT_TRUE((upper * solveUpper(R, B)).isApprox(B, 1e-15));
  EXPECT_TRUE((upper.adjoint() * solveUpperAdjoint(R, B)).isApprox(B, 1e-15));
  EXPECT_EQ(solveUpper(Eigen::MatrixXcd(0, 0), Eigen::MatrixXcd(0, 2)).cols(), 2);
}

TEST(SolveUpper, SingularTriangle) {
  Eigen::MatrixXcd R = Eigen::MatrixXcd::Identity(2, 2);
  R(1, 1) = 0.0;
  const Eigen::MatrixXcd B = Eigen::MatrixXcd::Ones(2, 1);
  EXPECT_TRUE(solveUpper(R, B).array().isNaN().all());
  R(1, 1) = notANumber;
  EXPECT_TRUE(solveUpper(R, B).array().isNaN().all());
}

TEST(CholeskyFactor, LowerTriangleOrNothing) {
  EXPECT_TRUE(choleskyFactor(Matrix{{4.0, 2.0}, {2.0, 2.0}}).isApprox(Matrix{{2.0, 0.0}, {1.0, 1.0}}, 1e-15));
  EXPECT_EQ(choleskyFactor(Matrix(0, 0)).size(), 0);
  EXPECT_EQ(choleskyFactor(Matrix{{1.0, 2.0}, {2.0, 1.0}}).size(), 0);
  EXPECT_EQ(choleskyFactor(Matrix{{infinity}}).size(), 0);
}

TEST(SingularValues, NoNumberIsNotSmall) {
  for (const double bad : {notANumber, infinity}) {
    const Matrix A{{1.0, bad}, {0.0, 1.0}};
    EXPECT_TRUE(singularValues(A).array().isNaN().all());
    EXPECT_TRUE(rightSingular(A).values.array().isNaN().all());
  }
  EXPECT_EQ(singularValues(Matrix(0, 3)).size(), 0);
  EXPECT_EQ(rightSingular(Matrix(0, 3)).vectors, Matrix::Identity(3, 3));
}

}  // namespace
}  // namespace nsds::test::lapack_test
