// Which symmetric matrices are positive definite or semidefinite, dense and sparse.
#include "linalg/definiteness.hpp"

#include <gtest/gtest.h>

#include "linalg/numbers.hpp"

namespace nsds::test::definiteness_test {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

/// What the factorisation of a dense matrix and that of a sparse one say together.
bool bothDefinite(const Matrix& A) {
  const bool dense = isPositiveDefinite(A);
  EXPECT_EQ(isPositiveDefinite(Sparse(A.sparseView())), dense);
  return dense;
}

TEST(Definiteness, MatrixWithoutRowsIsDefinite) {
  EXPECT_TRUE(bothDefinite(Matrix(0, 0)));
  EXPECT_TRUE(isPositiveSemidefinite(Matrix(0, 0)));
}

TEST(Definiteness, SignOfOneNumber) {
  EXPECT_TRUE(bothDefinite(Matrix{{1e-300}}));
  EXPECT_FALSE(bothDefinite(Matrix{{0.0}}));
  EXPECT_FALSE(bothDefinite(Matrix{{-1.0}}));
  EXPECT_TRUE(isPositiveSemidefinite(Matrix{{0.0}}));
  EXPECT_FALSE(isPositiveSemidefinite(Matrix{{-1e-300}}));
}

// The eigenvalues of ((1, c), (c, 1)) are 1 ± c.
TEST(Definiteness, CouplingUpToTheDiagonal) {
  EXPECT_TRUE(bothDefinite(Matrix{{1.0, 0.999}, {0.999, 1.0}}));
  EXPECT_FALSE(bothDefinite(Matrix{{1.0, 1.0}, {1.0, 1.0}}));
  EXPECT_FALSE(bothDefinite(Matrix{{1.0, 1.001}, {1.001, 1.0}}));
  EXPECT_TRUE(isPositiveSemidefinite(Matrix{{1.0, 1.0}, {1.0, 1.0}}));
  EXPECT_FALSE(isPositiveSemidefinite(Matrix{{1.0, 1.001}, {1.001, 1.0}}));
}

// A negative eigenvalue counts as rounding up to 1e-13 of the largest one.
TEST(Definiteness, RoundingIsNotNegative) {
  EXPECT_TRUE(isPositiveSemidefinite(Matrix{{1.0, 0.0}, {0.0, -0.9e-13}}));
  EXPECT_FALSE(isPositiveSemidefinite(Matrix{{1.0, 0.0}, {0.0, -1.1e-13}}));
}

// Cholesky factors do not depend on units: D A D is definite with A.
TEST(Definiteness, UnitsFarApart) {
  EXPECT_TRUE(bothDefinite(Matrix{{2e200, 1.0}, {1.0, 2e-200}}));
  EXPECT_FALSE(bothDefinite(Matrix{{1e200, 2.0}, {2.0, 1e-200}}));
}

TEST(Definiteness, ValuesThatAreNotFinite) {
  for (const double bad : {notANumber, infinity, -infinity}) {
    EXPECT_FALSE(bothDefinite(Matrix{{bad}}));
    EXPECT_FALSE(isPositiveSemidefinite(Matrix{{bad}}));
    const Matrix coupled{{1.0, bad}, {bad, 1.0}};
    EXPECT_FALSE(bothDefinite(coupled));
    EXPECT_FALSE(isPositiveSemidefinite(coupled));
  }
}

// The factor has 1e300 / 1e-150 = ∞ in its last row, and ∞ · 0 beside it: a last pivot that is no number is not positive.
TEST(Definiteness, OverflowOfTheFactor) {
  EXPECT_FALSE(bothDefinite(Matrix{{1e-300, 0.0, 1e300}, {0.0, 1.0, 0.0}, {1e300, 0.0, 1.0}}));
}

}  // namespace
}  // namespace nsds::test::definiteness_test
