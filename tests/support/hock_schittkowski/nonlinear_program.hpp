// The Hock–Schittkowski collection of nonlinear programs
//
//   min f(x)  subject to  g(x) ≥ 0,  h(x) = 0,  lower ≤ x ≤ upper
//
// [W. Hock, K. Schittkowski 1981, Test Examples for Nonlinear Programming Codes, LNEMS 187, Springer], numbers 1 to 119
// of the book. Which there are, where the data are from and where the book's answer is not the best known: README.md.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace nsds::test {

using VectorIn = Eigen::Ref<const Eigen::VectorXd>;
using VectorOut = Eigen::Ref<Eigen::VectorXd>;
using MatrixOut = Eigen::Ref<Eigen::MatrixXd>;

// The rows c = (g, h): `inequalities` rows of g, then `equalities` rows of h. All derivatives are exact. A callback
// returns false where x is outside the domain, that is where a number it writes is not finite.
struct NonlinearProgram {
  int number = 0;  // in the collection
  Eigen::VectorXd lower, upper,
      start;  // (n) bounds may be infinite; start: the book's, which may violate them
  int inequalities = 0, equalities = 0;  // rows of g, of h
  std::function<bool(const VectorIn& x, double& f)> objective;
  std::function<bool(const VectorIn& x, VectorOut gradient)> gradient;   // (n) ∇f
  std::function<bool(const VectorIn& x, VectorOut values)> constraints;  // (rows) c
  std::function<bool(const VectorIn& x, MatrixOut jacobian)> jacobian;   // (rows x n) c'
  // (n x n) weight f'' + Σ multipliers_i c_i'', both triangles.
  std::function<bool(const VectorIn& x, double weight, const VectorIn& multipliers, MatrixOut hessian)>
      hessian;

  double optimum = 0;  // the best known objective
  std::vector<Eigen::VectorXd>
      solutions;                // (n) each: points with that objective, not always all that there are
  bool has_multipliers = true;  // false: the first-order conditions have no multipliers at the solutions

  int size() const { return static_cast<int>(start.size()); }
  int rows() const { return inequalities + equalities; }
};

// The numbers that there are, ascending.
std::vector<int> hock_schittkowski_numbers();

// Throws std::invalid_argument for a number that is not there.
NonlinearProgram hock_schittkowski(int number);

}  // namespace nsds::test
