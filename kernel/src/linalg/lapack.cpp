#include "linalg/lapack.hpp"

#include <lapacke.h>

#include <algorithm>
#include <limits>

namespace nsds {

double solveDense(MatrixConstRef A, MatrixConstRef B, Matrix& X) {
  const auto n = static_cast<lapack_int>(A.rows());
  Matrix factors = A;
  std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
  const double norm = A.cwiseAbs().colwise().sum().maxCoeff();
  double condition = 0.0;
  if (LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factors.data(), n, pivots.data()) != 0) return 0.0;
  LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', n, factors.data(), n, norm, &condition);
  if (!(condition > std::numeric_limits<double>::epsilon())) return condition;
  X = B;
  LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, static_cast<lapack_int>(X.cols()), factors.data(), n,
                 pivots.data(), X.data(), n);
  return condition;
}

Vector singularValues(MatrixConstRef A) {
  const auto m = static_cast<lapack_int>(A.rows());
  const auto n = static_cast<lapack_int>(A.cols());
  Matrix copy = A;
  Vector values = Vector::Zero(std::min(m, n));
  Vector above(values.size());  // what did not converge
  LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'N', m, n, copy.data(), m, values.data(), nullptr, 1, nullptr, 1,
                 above.data());
  return values;
}

RightSingular rightSingular(MatrixConstRef A) {
  const auto m = static_cast<lapack_int>(A.rows());
  const auto n = static_cast<lapack_int>(A.cols());
  RightSingular result{Vector::Zero(std::min(m, n)), Matrix::Identity(n, n)};
  if (m == 0 || n == 0) return result;
  Matrix copy = A;
  Matrix transposed(n, n);
  Vector above(result.values.size());  // what did not converge
  if (LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', m, n, copy.data(), m, result.values.data(), nullptr, 1,
                     transposed.data(), n, above.data()) != 0)
    result.values.setConstant(std::numeric_limits<double>::quiet_NaN());
  result.vectors = transposed.transpose();
  return result;
}

SymmetricEigen symmetricEigen(MatrixConstRef A) {
  const auto n = static_cast<lapack_int>(A.rows());
  SymmetricEigen result{Vector::Zero(n), A};
  if (n > 0 &&
      LAPACKE_dsyev(LAPACK_COL_MAJOR, 'V', 'L', n, result.vectors.data(), n, result.values.data()) != 0)
    result.values.setConstant(std::numeric_limits<double>::quiet_NaN());
  return result;
}

Matrix choleskyFactor(MatrixConstRef A) {
  const auto n = static_cast<lapack_int>(A.rows());
  Matrix L = A;
  if (n == 0 || LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, L.data(), n) != 0) return {};
  for (Index j = 1; j < n; ++j) L.col(j).head(j).setZero();
  return L;
}

Matrix solveLower(const Matrix& L, const Matrix& B) {
  const auto n = static_cast<lapack_int>(L.rows());
  Matrix X = B;
  if (X.size() > 0)
    LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, static_cast<lapack_int>(X.cols()), L.data(), n,
                   X.data(), n);
  return X;
}

std::vector<std::complex<double>> pencilEigenvalues(MatrixConstRef A, MatrixConstRef B) {
  const auto n = static_cast<lapack_int>(A.rows());
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
  const auto n = static_cast<lapack_int>(A.rows());
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
