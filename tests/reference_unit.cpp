// The unit of what a build costs: R is the processor time that this file takes to compile on the machine at hand, so that a budget
// in R holds on any machine. It instantiates three decompositions and a container, as a dear source would.
#include <Eigen/Dense>
#include <map>
#include <string>
#include <vector>

using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd solved(const MatrixXd& matrix, const VectorXd& right) {
  return matrix.fullPivLu().solve(right);
}

VectorXd fitted(const MatrixXd& matrix, const VectorXd& right) {
  return matrix.colPivHouseholderQr().solve(right);
}

VectorXd spectrum(const MatrixXd& matrix) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(matrix).eigenvalues();
}

std::map<std::string, std::vector<MatrixXd>> products(const MatrixXd& matrix) {
  return {{"products", {matrix, matrix * matrix, matrix.transpose() * matrix}}};
}
