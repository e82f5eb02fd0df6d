// Matrices that the tests of definiteness, P and copositivity are about, and the answers alone.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "nsds/numerics/cpp/analysis.hpp"
#include "numerics/lcp/lcp_instances.hpp"

namespace nsds::test {

// Row i holds the given numbers, shifted i places to the right.
Eigen::MatrixXd circulant(const Eigen::VectorXd& row);
Eigen::MatrixXd symmetric(Random& random, int n);
Eigen::MatrixXd skew(Random& random, int n, double size);
// Q diag(eigenvalues) Q' with a random orthogonal Q.
Eigen::MatrixXd with_eigenvalues(Random& random, const Eigen::VectorXd& eigenvalues);
Eigen::MatrixXd hilbert(int n);
// Second differences; free: rows of sum zero at both ends too, so that constants are in the kernel.
Eigen::MatrixXd differences(int n, bool free);
// I - a C, C the cyclic permutation. Every proper principal minor is 1, the determinant 1 - a^n.
Eigen::MatrixXd cyclic(int n, double a);
// D (I + K), K skew, D > 0: P as I + K is, and rows are scaled; far from symmetric and from dominant.
Eigen::MatrixXd scaled_skew(Random& random, int n, double size = 1.0);
std::vector<int> random_order(Random& random, int n);
Eigen::MatrixXd reordered(const Eigen::MatrixXd& A, const std::vector<int>& order);
// The rows and columns of a bit mask.
Eigen::MatrixXd principal(const Eigen::MatrixXd& A, unsigned mask);
nsds_definiteness definiteness_of(const Eigen::MatrixXd& M, double tolerance = 0.0);
nsds_p_answer p_of(const Eigen::MatrixXd& M);
nsds_copositivity copositivity_of(const Eigen::MatrixXd& M, double tolerance = 0.0);

}  // namespace nsds::test
