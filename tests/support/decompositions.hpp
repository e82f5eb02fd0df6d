// Decomposes dense matrices. Each decomposition takes seconds to compile, which is done once for all tests.
#pragma once

#include <Eigen/Core>

namespace nsds::test {

// Eigenvalues rise; the columns of `vectors` are orthonormal.
struct EigenPairs {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
// M is symmetric.
EigenPairs symmetric_eigenpairs(const Eigen::MatrixXd& M);
// M is symmetric; the eigenvalues rise.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& M);
// (M + M')/2 has these eigenvalues, which rise.
Eigen::VectorXd eigenvalues_of_symmetric_part(const Eigen::MatrixXd& M);
double least_eigenvalue_of_symmetric_part(const Eigen::MatrixXd& M);

// Counts the pivots of M P = Q R that are above `threshold` times the largest, or above rounding.
Eigen::Index rank(const Eigen::MatrixXd& M, double threshold);
Eigen::Index rank(const Eigen::MatrixXd& M);
// Returns the orthogonal factor Q of M P = Q R.
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& M);
// Returns the shortest x among those for which |M x - b| is least.
Eigen::VectorXd least_norm_solution(const Eigen::MatrixXd& M, const Eigen::VectorXd& b);

// Reads the lower triangle.
bool is_positive_definite(const Eigen::MatrixXd& M);
double determinant(const Eigen::MatrixXd& M);
// Solves M X = B for a regular M.
Eigen::MatrixXd solve_regular(const Eigen::MatrixXd& M, const Eigen::MatrixXd& B);

}  // namespace nsds::test
