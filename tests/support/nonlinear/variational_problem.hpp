// Variational inequalities by formula over polyhedra, cones and a ball: find z in K with F(z)ᵀ(y - z) ≥ 0 for all
// y in K. The solutions are planted and unique.
#pragma once

#include "support/nonlinear/nonlinear_problem.hpp"

namespace nsds::test {

struct VariationalProblem {
  // A block of unknowns: the line, the half-line, or {(t, x) : |x| ≤ mu t}.
  struct Cone {
    enum class Kind { line, half_line, lorentz } kind;
    Eigen::Index size;
    double mu = 1.0;
  };

  // Map, Jacobian, starts and solutions; its box is that of a polyhedron, and all of space for other sets.
  NonlinearProblem map;
  // K = {A z ≥ b, C z = d, lower ≤ z ≤ upper}; no rows for other sets.
  Eigen::SparseMatrix<double> A, C;  // (m x n), (e x n)
  Eigen::VectorXd b, d;              // (m), (e)
  std::vector<Cone> cones;           // K is their product; empty for other sets
  // z := its projection on K; empty for polyhedra with rows.
  std::function<void(VectorOut z)> project;
};

// "family:n:seed", as README.md lists them.
std::vector<std::string> variational_names();

// Nothing where there is no such instance.
std::optional<VariationalProblem> make_variational(const std::string& name);

}  // namespace nsds::test
