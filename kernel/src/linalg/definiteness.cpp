#include "linalg/definiteness.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "linalg/eigenvalues.hpp"
#include "linalg/lapack.hpp"

namespace nsds {

namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

bool allFinite(const Sparse& A) {
  for (Index j = 0; j < A.outerSize(); ++j)
    for (Sparse::InnerIterator entry(A, j); entry; ++entry)
      if (!std::isfinite(entry.value())) return false;
  return true;
}

}  // namespace

bool isPositiveDefinite(MatrixConstRef A) {
  return A.rows() == 0 || choleskyFactor(A).rows() > 0;
}

bool isPositiveDefinite(const Sparse& A) {
  if (!allFinite(A)) return false;
  const Eigen::SimplicialLLT<Sparse> factors(A);
  // A pivot that has become NaN by overflow is not refused.
  return factors.info() == Eigen::Success && allFinite(factors.matrixL().nestedExpression());
}

bool isPositiveSemidefinite(MatrixConstRef A) {
  constexpr double rounding = 1e-13;
  if (A.rows() == 0) return true;
  const Vector values = symmetricEigenvalues(A);
  return values[0] >= -rounding * values.cwiseAbs().maxCoeff();
}

}  // namespace nsds
