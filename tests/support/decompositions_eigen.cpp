#include <Eigen/Eigenvalues>

#include "support/decompositions.hpp"

namespace nsds::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

EigenPairs symmetric_eigenpairs(const MatrixXd& M) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> pairs(M);
  return {pairs.eigenvalues(), pairs.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& M) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(M, Eigen::EigenvaluesOnly).eigenvalues();
}

VectorXd eigenvalues_of_symmetric_part(const MatrixXd& M) {
  return symmetric_eigenvalues(0.5 * (M + M.transpose()));
}

double least_eigenvalue_of_symmetric_part(const MatrixXd& M) {
  return eigenvalues_of_symmetric_part(M)[0];
}

}  // namespace nsds::test
