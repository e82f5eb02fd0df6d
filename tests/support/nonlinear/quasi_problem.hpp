// Quasi-variational inequalities by formula: find z in K(z) with F(z)ᵀ(y - z) ≥ 0 for all y in K(z).
#pragma once

#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::test {

struct QuasiProblem {
  // Values of g(y, z), or of a Jacobian in the order of its pattern.
  using OfTwo = std::function<void(const VectorIn& y, const VectorIn& z, VectorOut values)>;

  // Map, Jacobian, starts, solutions and distance; K(z) = {y : g(y, z) ≥ 0, lower ≤ y ≤ upper} with its box.
  NonlinearProblem map;
  OfTwo g, g_by_y, g_by_z;
  Eigen::SparseMatrix<double> pattern_y, pattern_z;  // (m x n) compressed

  // Where K(z) = c(z) + K with a fixed set K, and the box is all of space; else empty.
  std::function<void(const VectorIn& z, VectorOut c)> c;
  std::function<void(const VectorIn& z, VectorOut values)> c_by_z;
  Eigen::SparseMatrix<double> pattern_c;   // (n x n) compressed
  std::function<void(VectorOut)> project;  // on K

  Eigen::Index rows() const { return pattern_y.rows(); }
};

// "family:n[:seed]", as README.md lists them.
std::vector<std::string> quasi_names();

// Nothing where there is no such instance.
std::optional<QuasiProblem> make_quasi(const std::string& name);

}  // namespace nsds::test
