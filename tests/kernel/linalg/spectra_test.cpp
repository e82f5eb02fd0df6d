// Eigenvalues, eigenvectors and Schur forms of matrices that are not symmetric, whose spectra are known.
#include "linalg/spectra.hpp"

#include <gtest/gtest.h>

#include "linalg/numbers.hpp"

namespace nsds::test::spectra_test {
namespace {

using Complex = std::complex<double>;
using ComplexMatrix = Eigen::MatrixXcd;

bool allNaN(const auto& values) {
  return values.array().isNaN().all();
}

// The Hermitian ((1, i), (-i, 1)) has the eigenvalues 0 and 2; the vector of 0 is (1, i), up to a factor.
TEST(HermitianEigen, GrowsWithUnitaryVectors) {
  const Complex i(0.0, 1.0);
  ComplexMatrix A(2, 2);
  A << 1.0, i, -i, 1.0;
  const HermitianEigen eigen = hermitianEigen(A);
  EXPECT_NEAR(eigen.values[0], 0.0, 1e-15);
  EXPECT_NEAR(eigen.values[1], 2.0, 1e-15);
  EXPECT_TRUE(eigen.vectors.isUnitary(1e-15));
  EXPECT_NEAR(std::abs(eigen.vectors(1, 0) / eigen.vectors(0, 0) - i), 0.0, 1e-15);
}

TEST(HermitianEigen, SizesOfZeroAndOne) {
  EXPECT_EQ(hermitianEigen(ComplexMatrix(0, 0)).values.size(), 0);
  EXPECT_EQ(hermitianEigen(ComplexMatrix::Constant(1, 1, -3.0)).values[0], -3.0);
}

TEST(HermitianEigen, ValuesThatAreNotFinite) {
  ComplexMatrix A = ComplexMatrix::Identity(2, 2);
  A(1, 0) = Complex(0.0, notANumber);
  EXPECT_TRUE(allNaN(hermitianEigen(A).values));
}

void expectEigenvectors(const Matrix& A, const GeneralEigen& eigen, double tolerance) {
  for (Index k = 0; k < A.rows(); ++k) {
    const Eigen::VectorXcd v = eigen.vectors.col(k);
    EXPECT_NEAR(v.norm(), 1.0, 1e-14);
    EXPECT_LE((A * v - eigen.values[k] * v).norm(), tolerance * A.norm()) << k;
  }
}

// A rotation by 90 degrees beside a growth of 3: ± i and 3. Conjugate values follow each other, that above the axis first.
TEST(GeneralEigen, RealAndConjugateValues) {
  const Matrix A{{3.0, 1.0, 2.0}, {0.0, 0.0, -1.0}, {0.0, 1.0, 0.0}};
  const GeneralEigen eigen = generalEigen(A);
  EXPECT_NEAR(std::abs(eigen.values.sum() - 3.0), 0.0, 1e-14);
  for (Index k = 0; k < 3; ++k) {
    if (eigen.values[k].imag() <= 0.0) continue;
    ASSERT_LT(k + 1, 3);
    EXPECT_NEAR(std::abs(eigen.values[k] - Complex(0.0, 1.0)), 0.0, 1e-14);
    EXPECT_EQ(eigen.values[k + 1], std::conj(eigen.values[k]));
    EXPECT_EQ(eigen.vectors.col(k + 1), eigen.vectors.col(k).conjugate());
  }
  expectEigenvectors(A, eigen, 1e-14);
}

// A Jordan block has one eigenvector for all its values: each column is that one.
TEST(GeneralEigen, DefectiveMatrix) {
  const Matrix A{{2.0, 1.0, 0.0}, {0.0, 2.0, 1.0}, {0.0, 0.0, 2.0}};
  const GeneralEigen eigen = generalEigen(A);
  for (Index k = 0; k < 3; ++k) {
    EXPECT_NEAR(std::abs(eigen.values[k] - 2.0), 0.0, 1e-14);
    EXPECT_NEAR(std::abs(eigen.vectors(0, k)), 1.0, 1e-14);
  }
  expectEigenvectors(A, eigen, 1e-14);
}

// ((0, s), (1/s, 0)) has the eigenvalues ± 1 for every s.
TEST(GeneralEigen, UnitsFarApart) {
  for (const double s : {1e100, 1e-100}) {
    const GeneralEigen eigen = generalEigen(Matrix{{0.0, s}, {1.0 / s, 0.0}});
    EXPECT_NEAR(std::abs(eigen.values[0]), 1.0, 1e-14);
    EXPECT_NEAR(std::abs(eigen.values[0] + eigen.values[1]), 0.0, 1e-14);
  }
}

TEST(GeneralEigen, SizesOfZeroAndOne) {
  EXPECT_EQ(generalEigen(Matrix(0, 0)).values.size(), 0);
  EXPECT_EQ(generalEigen(Matrix{{-3.0}}).values[0], -3.0);
}

TEST(GeneralEigen, ValuesThatAreNotFinite) {
  for (const double bad : {notANumber, infinity})
    EXPECT_TRUE(allNaN(generalEigen(Matrix{{1.0, bad}, {2.0, 1.0}}).values));
}

void expectSchur(const Matrix& A) {
  const ComplexSchur schur = complexSchur(A);
  EXPECT_TRUE(schur.U.isUnitary(1e-14));
  EXPECT_TRUE(schur.T.isUpperTriangular(0.0));
  EXPECT_LE((schur.U * schur.T * schur.U.adjoint() - A).norm(), 1e-14 * A.norm());
}

TEST(ComplexSchur, ConjugateDefectiveAndBadlyScaled) {
  expectSchur(Matrix{{0.0, -1.0}, {1.0, 0.0}});
  expectSchur(Matrix{{2.0, 1.0, 0.0}, {0.0, 2.0, 1.0}, {0.0, 0.0, 2.0}});
  expectSchur(Matrix{{1.0, 1e12, 3.0}, {1e-12, 2.0, 1e6}, {4.0, 1e-6, -1.0}});
  expectSchur(Matrix{{-7.0}});
}

TEST(ComplexSchur, SizeOfZero) {
  EXPECT_EQ(complexSchur(Matrix(0, 0)).T.size(), 0);
}

TEST(ComplexSchur, ValuesThatAreNotFinite) {
  for (const double bad : {notANumber, infinity}) {
    const ComplexSchur schur = complexSchur(Matrix{{1.0, bad}, {2.0, 1.0}});
    EXPECT_TRUE(schur.T.array().isNaN().all());
    EXPECT_TRUE(schur.U.array().isNaN().all());
  }
}

}  // namespace
}  // namespace nsds::test::spectra_test
