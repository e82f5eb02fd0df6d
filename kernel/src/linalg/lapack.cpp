#include "linalg/lapack.hpp"

#include <algorithm>
#include <vector>

#include "linalg/lapacke.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

double solveDense(MatrixConstRef A, MatrixConstRef B, Matrix& X) {
  const auto n = asInt(A.rows());
  Matrix factors = A;
  std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
  const double norm = A.cwiseAbs().colwise().sum().maxCoeff();
  double condition = 0.0;
  if (LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factors.data(), n, pivots.data()) != 0) return 0.0;
  LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', n, factors.data(), n, norm, &condition);
  if (!(condition > epsilon)) return condition;
  X = B;
  LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', n, asInt(X.cols()), factors.data(), n, pivots.data(), X.data(), n);
  return condition;
}

int determinantSign(MatrixConstRef A) {
  const auto n = asInt(A.rows());
  Matrix factors = A;
  std::vector<lapack_int> pivots(static_cast<std::size_t>(n));
  if (!A.allFinite()) return 0;
  if (n > 0 && failed(LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, factors.data(), n, pivots.data()))) return 0;
  int sign = 1;
  for (lapack_int i = 0; i < n; ++i) {
    const bool exchanged = pivots[static_cast<std::size_t>(i)] != i + 1;  // LAPACK counts from 1
    if (exchanged != (factors(i, i) < 0.0)) sign = -sign;
  }
  return sign;
}

Vector singularValues(MatrixConstRef A) {
  const auto m = asInt(A.rows());
  const auto n = asInt(A.cols());
  Matrix copy = A;
  Vector values = Vector::Zero(std::min(m, n));
  Vector above(values.size());  // what did not converge
  if (values.size() > 0 &&
      (!A.allFinite() || failed(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'N', m, n, copy.data(), m,
                                               values.data(), nullptr, 1, nullptr, 1, above.data()))))
    values.setConstant(notANumber);
  return values;
}

RightSingular rightSingular(MatrixConstRef A) {
  const auto m = asInt(A.rows());
  const auto n = asInt(A.cols());
  RightSingular result{Vector::Zero(std::min(m, n)), Matrix::Identity(n, n)};
  if (m == 0 || n == 0) return result;
  Matrix copy = A;
  Matrix transposed(n, n);
  Vector above(result.values.size());  // what did not converge
  if (!A.allFinite() ||
      failed(LAPACKE_dgesvd(LAPACK_COL_MAJOR, 'N', 'A', m, n, copy.data(), m, result.values.data(), nullptr,
                            1, transposed.data(), n, above.data())))
    result.values.setConstant(notANumber);
  result.vectors = transposed.transpose();
  return result;
}

Matrix choleskyFactor(MatrixConstRef A) {
  const auto n = asInt(A.rows());
  Matrix L = A;
  if (n == 0 || !A.allFinite() || failed(LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', n, L.data(), n))) return {};
  if (!L.diagonal().allFinite()) return {};  // OpenBLAS does not refuse pivots that overflow has made NaN
  for (Index j = 1; j < n; ++j) L.col(j).head(j).setZero();
  return L;
}

Matrix solveLower(const Matrix& L, const Matrix& B) {
  const auto n = asInt(L.rows());
  Matrix X = B;
  if (X.size() > 0)
    LAPACKE_dtrtrs(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, asInt(X.cols()), L.data(), n, X.data(), n);
  return X;
}

namespace {

Eigen::MatrixXcd solveUpper(const Eigen::MatrixXcd& R, char transposition, const Eigen::MatrixXcd& B) {
  const auto n = asInt(R.rows());
  Eigen::MatrixXcd X = B;
  if (X.size() > 0 && failed(LAPACKE_ztrtrs(LAPACK_COL_MAJOR, 'U', transposition, 'N', n, asInt(X.cols()),
                                            R.data(), n, X.data(), n)))
    X.setConstant(notANumber);
  return X;
}

}  // namespace

Eigen::MatrixXcd solveUpper(const Eigen::MatrixXcd& R, const Eigen::MatrixXcd& B) {
  return solveUpper(R, 'N', B);
}

Eigen::MatrixXcd solveUpperAdjoint(const Eigen::MatrixXcd& R, const Eigen::MatrixXcd& B) {
  return solveUpper(R, 'C', B);
}

Matrix solveDefinite(MatrixConstRef A, MatrixConstRef B) {
  const auto n = asInt(A.rows());
  Matrix factor = A;
  Matrix X = B;
  if (X.size() > 0 &&
      failed(LAPACKE_dposv(LAPACK_COL_MAJOR, 'L', n, asInt(X.cols()), factor.data(), n, X.data(), n)))
    X.setConstant(notANumber);
  return X;
}

}  // namespace nsds
