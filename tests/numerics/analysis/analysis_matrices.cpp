#include "numerics/analysis/analysis_matrices.hpp"

#include <numeric>

#include "support/decompositions.hpp"

namespace nsds::test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd circulant(const VectorXd& row) {
  MatrixXd A(row.size(), row.size());
  for (Eigen::Index i = 0; i < row.size(); ++i)
    for (Eigen::Index j = 0; j < row.size(); ++j) A(i, (i + j) % row.size()) = row[j];
  return A;
}

MatrixXd symmetric(Random& random, int n) {
  const MatrixXd A = random.matrix(n, n, -1.0, 1.0);
  return A + A.transpose();
}

MatrixXd skew(Random& random, int n, double size) {
  const MatrixXd A = random.matrix(n, n, -size, size);
  return A - A.transpose();
}

MatrixXd with_eigenvalues(Random& random, const VectorXd& eigenvalues) {
  const auto n = static_cast<int>(eigenvalues.size());
  const MatrixXd Q = symmetric_eigenpairs(symmetric(random, n)).vectors;
  const MatrixXd S = Q * eigenvalues.asDiagonal() * Q.transpose();
  return 0.5 * (S + S.transpose());
}

MatrixXd hilbert(int n) {
  MatrixXd H(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) H(i, j) = 1.0 / (i + j + 1.0);
  return H;
}

MatrixXd differences(int n, bool free) {
  MatrixXd A = 2.0 * MatrixXd::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) A(i, i + 1) = A(i + 1, i) = -1.0;
  if (free) A(0, 0) = A(n - 1, n - 1) = 1.0;
  return A;
}

MatrixXd cyclic(int n, double a) {
  MatrixXd A = MatrixXd::Identity(n, n);
  for (int i = 0; i < n; ++i) A(i, (i + 1) % n) -= a;
  return A;
}

MatrixXd scaled_skew(Random& random, int n, double size) {
  const MatrixXd K = skew(random, n, size);
  const VectorXd d = random.vector(n, -2.0, 2.0).array().exp();
  return d.asDiagonal() * (MatrixXd::Identity(n, n) + K);
}

std::vector<int> random_order(Random& random, int n) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  for (int i = n - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.integer(0, i))]);
  return order;
}

MatrixXd reordered(const MatrixXd& A, const std::vector<int>& order) {
  return A(order, order);
}

MatrixXd principal(const MatrixXd& A, unsigned mask) {
  std::vector<int> rows;
  for (int i = 0; i < A.rows(); ++i)
    if ((mask >> i & 1U) != 0) rows.push_back(i);
  return A(rows, rows);
}

nsds_definiteness definiteness_of(const MatrixXd& M, double tolerance) {
  return numerics::definiteness(numerics::view(M), tolerance).answer;
}

nsds_p_answer p_of(const MatrixXd& M) {
  return numerics::is_p(numerics::view(M)).answer;
}

nsds_copositivity copositivity_of(const MatrixXd& M, double tolerance) {
  return numerics::is_copositive(numerics::view(M), tolerance).answer;
}

}  // namespace nsds::test
