// Products with Jacobians whose values are given in the order of a pattern, and quotients of differences.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace nsds::test {

// J d; J is column-major and square where the pattern is empty.
inline Eigen::VectorXd times(const Eigen::SparseMatrix<double>& pattern, const Eigen::VectorXd& values,
                             const Eigen::VectorXd& d) {
  if (pattern.rows() == 0) return Eigen::Map<const Eigen::MatrixXd>(values.data(), d.size(), d.size()) * d;
  Eigen::VectorXd product = Eigen::VectorXd::Zero(pattern.rows());
  for (Eigen::Index j = 0, at = 0; j < pattern.cols(); ++j)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(pattern, j); entry; ++entry)
      product[entry.row()] += values[at++] * d[j];
  return product;
}

// Derivative of f along d by central differences of two widths, of which the error of order h² is eliminated.
template <class Function>
Eigen::VectorXd quotient(Function f, const Eigen::VectorXd& z, const Eigen::VectorXd& d) {
  constexpr double h = 1e-5;
  const auto central = [&](double step) {
    return Eigen::VectorXd((f(z + step * d) - f(z - step * d)) / (2.0 * step));
  };
  return (4.0 * central(h) - central(2.0 * h)) / 3.0;
}

}  // namespace nsds::test
