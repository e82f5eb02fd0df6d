#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "support/decompositions.hpp"

namespace nsds::test {

using Eigen::MatrixXd;

bool is_positive_definite(const MatrixXd& M) {
  return Eigen::LLT<MatrixXd>(M).info() == Eigen::Success;
}

double determinant(const MatrixXd& M) {
  return M.determinant();
}

MatrixXd solve_regular(const MatrixXd& M, const MatrixXd& B) {
  return M.partialPivLu().solve(B);
}

}  // namespace nsds::test
