// Inverses and solutions by LU with partial and complete pivoting.
#include "linalg/lu.hpp"

#include <gtest/gtest.h>

#include "linalg/orthogonal.hpp"

namespace nsds::test::lu_test {
namespace {

// A first pivot of zero has to be exchanged.
TEST(PartialLu, InvertsIntoTheSameMemory) {
  PartialLu lu;
  Matrix X(2, 2);
  const double* const memory = X.data();
  lu.compute(Matrix{{0.0, 2.0}, {4.0, 1.0}});
  lu.invert(X);
  EXPECT_EQ(X.data(), memory);
  EXPECT_TRUE(X.isApprox(Matrix{{-0.125, 0.25}, {0.5, 0.0}}, 1e-15));
}

TEST(PartialLu, InverseOfASingularMatrixIsNotFinite) {
  PartialLu lu;
  Matrix X;
  lu.compute(Matrix{{1.0, 2.0}, {2.0, 4.0}});
  lu.invert(X);
  EXPECT_FALSE(X.allFinite());
}

TEST(CompleteLu, SolvesColumnByColumn) {
  const Matrix A{{1e12, 1.0, 0.0}, {0.0, 2.0, 1.0}, {0.0, 0.0, 1e-3}};
  const Matrix X{{1.0, -2.0}, {3.0, 4.0}, {-5.0, 6.0}};
  CompleteLu lu;
  lu.compute(A, pivotRounding(A));
  ASSERT_TRUE(lu.isInvertible());
  EXPECT_TRUE(lu.solve(A * X).isApprox(X, 1e-14));
}

// A pivot below the rounding of the largest one counts as zero.
TEST(CompleteLu, RankUpToRounding) {
  for (const double pivot : {0.0, 1e-17}) {
    const Matrix A{{1.0, 0.0}, {0.0, pivot}};
    CompleteLu lu;
    lu.compute(A, pivotRounding(A));
    EXPECT_FALSE(lu.isInvertible());
    EXPECT_EQ(lu.rank(), 1);
  }
}

}  // namespace
}  // namespace nsds::test::lu_test
