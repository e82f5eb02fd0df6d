// Eigenvalues and eigenvectors of symmetric matrices whose spectra are known.
#include "linalg/eigenvalues.hpp"

#include <gtest/gtest.h>

#include "linalg/numbers.hpp"

namespace nsds::test::eigenvalues_test {
namespace {

bool allNaN(const auto& values) {
  return values.array().isNaN().all();
}

// The eigenvalues of ((2, 1), (1, 2)) are 1 and 3, with the vectors (1, -1) and (1, 1).
TEST(SymmetricEigen, GrowsWithOrthonormalVectors) {
  const Matrix A{{2.0, 1.0}, {1.0, 2.0}};
  const SymmetricEigen eigen = symmetricEigen(A);
  EXPECT_NEAR(eigen.values[0], 1.0, 1e-15);
  EXPECT_NEAR(eigen.values[1], 3.0, 1e-15);
  EXPECT_TRUE((A * eigen.vectors).isApprox(eigen.vectors * eigen.values.asDiagonal(), 1e-15));
  EXPECT_TRUE(eigen.vectors.isUnitary(1e-15));
  EXPECT_TRUE(symmetricEigenvalues(A).isApprox(eigen.values, 1e-15));
}

TEST(SymmetricEigen, SizesOfZeroAndOne) {
  EXPECT_EQ(symmetricEigen(Matrix(0, 0)).values.size(), 0);
  EXPECT_EQ(symmetricEigenvalues(Matrix(0, 0)).size(), 0);
  const SymmetricEigen one = symmetricEigen(Matrix{{-3.0}});
  EXPECT_EQ(one.values[0], -3.0);
  EXPECT_EQ(std::abs(one.vectors(0, 0)), 1.0);
}

// The upper triangle is not read.
TEST(SymmetricEigen, ReadsTheLowerTriangle) {
  const Vector values = symmetricEigenvalues(Matrix{{2.0, 77.0}, {1.0, 2.0}});
  EXPECT_NEAR(values[0], 1.0, 1e-15);
  EXPECT_NEAR(values[1], 3.0, 1e-15);
}

// Squares of these entries are beyond the range of numbers.
TEST(SymmetricEigen, EntriesNearTheEndsOfTheRange) {
  for (const double unit : {1e300, 1e-300}) {
    const Vector values = symmetricEigenvalues(unit * Matrix{{2.0, 1.0}, {1.0, 2.0}});
    EXPECT_NEAR(values[0] / unit, 1.0, 1e-14);
    EXPECT_NEAR(values[1] / unit, 3.0, 1e-14);
  }
}

TEST(SymmetricEigen, ValuesThatAreNotFinite) {
  for (const double bad : {notANumber, infinity}) {
    const Matrix A{{1.0, bad}, {bad, 1.0}};
    EXPECT_TRUE(allNaN(symmetricEigen(A).values));
    EXPECT_TRUE(allNaN(symmetricEigenvalues(A)));
  }
}

}  // namespace
}  // namespace nsds::test::eigenvalues_test
