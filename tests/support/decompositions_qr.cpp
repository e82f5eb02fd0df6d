#include <Eigen/QR>

#include "support/decompositions.hpp"

namespace nsds::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Index rank(const MatrixXd& M, double threshold) {
  return Eigen::ColPivHouseholderQR<MatrixXd>(M).setThreshold(threshold).rank();
}

Index rank(const MatrixXd& M) {
  return M.colPivHouseholderQr().rank();
}

MatrixXd orthogonal_factor(const MatrixXd& M) {
  return M.colPivHouseholderQr().householderQ();
}

VectorXd least_norm_solution(const MatrixXd& M, const VectorXd& b) {
  return M.completeOrthogonalDecomposition().solve(b);
}

}  // namespace nsds::test
