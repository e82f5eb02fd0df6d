#include "linalg/spectra.hpp"

#include <Eigen/Eigenvalues>

#include "linalg/lapacke.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

/// LAPACK writes the two vectors x ± iy of conjugate values as the columns x and y.
Eigen::MatrixXcd complexVectors(const Matrix& columns, const Eigen::VectorXcd& values) {
  Eigen::MatrixXcd vectors = columns.cast<std::complex<double>>();
  for (Index k = 0; k + 1 < values.size(); ++k) {
    if (!(values[k].imag() > 0.0)) continue;
    vectors.col(k).imag() = columns.col(k + 1);
    vectors.col(k + 1) = vectors.col(k).conjugate();
  }
  return vectors;
}

}  // namespace

HermitianEigen hermitianEigen(const Eigen::MatrixXcd& A) {
  const lapack_int n = asInt(A.rows());
  HermitianEigen result{Vector::Zero(n), A};
  if (n > 0 && (!A.allFinite() || failed(LAPACKE_zheev(LAPACK_COL_MAJOR, 'V', 'L', n, result.vectors.data(),
                                                       n, result.values.data()))))
    result.values.setConstant(notANumber);
  return result;
}

GeneralEigen generalEigen(MatrixConstRef A) {
  const lapack_int n = asInt(A.rows());
  GeneralEigen result{Eigen::VectorXcd::Constant(n, notANumber),
                      Eigen::MatrixXcd::Constant(n, n, notANumber)};
  if (n == 0 || !A.allFinite()) return result;
  Matrix form = A;
  Matrix columns(n, n);
  Vector real(n);
  Vector imaginary(n);
  if (failed(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'V', n, form.data(), n, real.data(), imaginary.data(),
                           nullptr, 1, columns.data(), n)))
    return result;
  result.values.real() = real;
  result.values.imag() = imaginary;
  result.vectors = complexVectors(columns, result.values);
  return result;
}

/// Eigen begins at the Hessenberg form of the real A, by which passivity is decided in a few cases more than by that of the complex A,
/// where LAPACK would begin.
ComplexSchur complexSchur(MatrixConstRef A) {
  const Index n = A.rows();
  const Eigen::MatrixXcd unknown = Eigen::MatrixXcd::Constant(n, n, notANumber);
  if (n == 0 || !A.allFinite()) return {unknown, unknown};
  const Eigen::ComplexSchur<Matrix> schur(Matrix{A});
  if (schur.info() != Eigen::Success) return {unknown, unknown};
  return {schur.matrixT(), schur.matrixU()};
}

std::vector<std::complex<double>> pencilEigenvalues(MatrixConstRef A, MatrixConstRef B) {
  const auto n = asInt(A.rows());
  Matrix left = A;
  Matrix right = B;
  Vector real(n);
  Vector imaginary(n);
  Vector beta(n);
  std::vector<std::complex<double>> values;
  if (LAPACKE_dggev(LAPACK_COL_MAJOR, 'N', 'N', n, left.data(), n, right.data(), n, real.data(),
                    imaginary.data(), beta.data(), nullptr, 1, nullptr, 1) != 0)
    return values;
  for (Index k = 0; k < n; ++k)
    if (beta[k] != 0.0) values.emplace_back(real[k] / beta[k], imaginary[k] / beta[k]);
  return values;
}

Matrix stableSubspace(MatrixConstRef A) {
  const auto n = asInt(A.rows());
  Matrix form = A;
  Matrix vectors(n, n);
  Vector real(n);
  Vector imaginary(n);
  lapack_int stable = 0;
  const auto isStable = [](const double* re, const double*) -> lapack_logical { return *re < 0.0 ? 1 : 0; };
  // n + 1 and n + 2 say that rounding moved eigenvalues in the course of the ordering, which leaves a basis.
  const lapack_int info = LAPACKE_dgees(LAPACK_COL_MAJOR, 'V', 'S', isStable, n, form.data(), n, &stable,
                                        real.data(), imaginary.data(), vectors.data(), n);
  if (info < 0 || (info > 0 && info <= n)) stable = 0;
  return vectors.leftCols(stable);
}

}  // namespace nsds
