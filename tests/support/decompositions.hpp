// Decompositions of dense matrices, which take seconds to compile, compiled once for all tests and in three sources.
#pragma once

#include <Eigen/Core>

namespace nsds::test {

// In rising order.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& M);
// Those of (M + M')/2.
Eigen::VectorXd eigenvalues_of_symmetric_part(const Eigen::MatrixXd& M);
double least_eigenvalue_of_symmetric_part(const Eigen::MatrixXd& M);

// How many pivots of a QR decomposition are above `threshold` times the largest, or above rounding.
Eigen::Index rank(const Eigen::MatrixXd& M, double threshold);
Eigen::Index rank(const Eigen::MatrixXd& M);

// By Cholesky's method, of the lower triangle.
bool is_positive_definite(const Eigen::MatrixXd& M);

// The factor Q of M P = Q R, P a permutation.
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& M);

// M X = B for a regular M, by Gaussian elimination.
Eigen::MatrixXd solve_regular(const Eigen::MatrixXd& M, const Eigen::MatrixXd& B);
// The shortest x among those for which |M x - b| is least.
Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& M, const Eigen::VectorXd& b);

}  // namespace nsds::test
