// Nonlinear mixed complementarity problems by formula, each named by a text: family[:size[:third]].
//
//   l ≤ z ≤ u;  F_i(z) ≥ 0 where z_i = l_i,  F_i(z) ≤ 0 where z_i = u_i,  F_i(z) = 0 between
//
// README.md of this folder states every instance, where it comes from and what is known of its solutions.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nsds::test {

using VectorIn = Eigen::Ref<const Eigen::VectorXd>;
using VectorOut = Eigen::Ref<Eigen::VectorXd>;

struct NonlinearProblem {
  // How near to one of the solutions an answer must be.
  enum class Kind {
    regular,     // 1e-9: the error is bounded by a multiple of the residual
    degenerate,  // 1e-5: strict complementarity fails, or the Jacobian is singular
    unknown      // not compared: no solution is known, or there may be others than those listed
  };

  std::string name;
  Eigen::VectorXd lower, upper;  // (n) may be infinite
  // False: z is outside the domain, and what is written is of no use. Both may be called by several threads.
  std::function<bool(const VectorIn& z, VectorOut F)> F;
  // Entries in the order of `pattern`, or column-major where J is dense.
  std::function<bool(const VectorIn& z, VectorOut values)> J;
  Eigen::SparseMatrix<double> pattern;     // (n x n) compressed; (0 x 0) where J is dense
  std::vector<Eigen::VectorXd> starts;     // three of (n)
  std::vector<Eigen::VectorXd> solutions;  // known ones; empty where none is known
  // To the set of solutions, where that is no list of points; else empty.
  std::function<double(const VectorIn& z)> distance;
  Kind kind = Kind::unknown;
  bool monotone_feasible = false;  // F is monotone on the box and there is a strictly feasible point
  bool uniformly_p = false;        // F is a uniform P function on the box

  Eigen::Index size() const { return lower.size(); }
  bool is_dense() const { return pattern.rows() == 0; }
  // How many values J writes.
  Eigen::Index values() const { return is_dense() ? size() * size() : pattern.nonZeros(); }
};

// The instances of README.md, in its order.
std::vector<std::string> nonlinear_names();

// Nothing where no family has that name, or the family has no instance of that size and third number.
std::optional<NonlinearProblem> make_nonlinear(const std::string& name);

}  // namespace nsds::test
