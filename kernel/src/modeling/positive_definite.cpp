#include "modeling/positive_definite.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>

namespace nsds {

bool isPositiveDefinite(const Matrix& A) {
  return Eigen::LLT<Matrix>(A).info() == Eigen::Success;
}

bool isPositiveDefinite(const SparseMatrix& A) {
  return Eigen::SimplicialLLT<SparseMatrix>(A).info() == Eigen::Success;
}

}  // namespace nsds
