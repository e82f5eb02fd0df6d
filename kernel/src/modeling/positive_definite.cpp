#include "modeling/positive_definite.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>

namespace nsds {

bool isPositiveDefinite(const Matrix& A) {
  return Eigen::LLT<Matrix>(A).info() == Eigen::Success;
}

bool isPositiveDefinite(const SparseMatrix& A) {
  return Eigen::SimplicialLLT<SparseMatrix>(A).info() == Eigen::Success;
}

bool isPositiveSemidefinite(const Matrix& A) {
  constexpr double rounding = 1e-13;
  const Vector values = Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
  return values.minCoeff() >= -rounding * values.cwiseAbs().maxCoeff();
}

}  // namespace nsds
