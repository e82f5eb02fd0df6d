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
