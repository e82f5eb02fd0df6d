// Solves convex quadratic programs in C++, over qp.h: min 1/2 z'Q z + p'z under constraints.
#pragma once

#include "nsds/numerics/cpp/polyhedron.hpp"
#include "nsds/numerics/qp.h"

namespace nsds::numerics::qp {

using Solution = PolyhedronSolution;

namespace detail {

inline nsds_qp problem(const nsds_matrix& Q, const Eigen::Ref<const Eigen::VectorXd>& p,
                       const Constraints& constraints) {
  nsds_qp made;
  nsds_qp_init(&made);
  made.Q = &Q;
  made.p = p.data();
  numerics::detail::set_constraints(constraints, p.size(), made);
  return made;
}

}  // namespace detail

// Solves in place, starting from solution.z and solution.multipliers with the option warm_start, else from
// zero. Throws Error where the call is refused; any other outcome is in the report.
inline void solve(const nsds_matrix& Q, const Eigen::Ref<const Eigen::VectorXd>& p,
                  const Constraints& constraints, Solution& solution, const Options& options,
                  Workspace* workspace = nullptr) {
  if (solution.z.size() != p.size() || solution.multipliers.size() != constraints.rows())
    throw Error(NSDS_INVALID_ARGUMENT, "z or the multipliers have another size than the problem");
  const nsds_qp given = detail::problem(Q, p, constraints);
  numerics::detail::solve_over_polyhedron(given, nsds_qp_solve, options, workspace, solution);
}

// Solves from zero and returns the solution by value.
inline Solution solve(const nsds_matrix& Q, const Eigen::Ref<const Eigen::VectorXd>& p,
                      const Constraints& constraints, const Options& options = Options(NSDS_CLASS_QP),
                      Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(p.size()), Eigen::VectorXd::Zero(constraints.rows()), {}, {}};
  solve(Q, p, constraints, solution, options, workspace);
  return solution;
}

// Evaluates the residual of the class at z: (n), multipliers: (m + e). Throws Error on arguments that are
// refused.
inline nsds_residual residual(const nsds_matrix& Q, const Eigen::Ref<const Eigen::VectorXd>& p,
                              const Constraints& constraints, const Eigen::Ref<const Eigen::VectorXd>& z,
                              const Eigen::Ref<const Eigen::VectorXd>& multipliers) {
  if (z.size() != p.size() || multipliers.size() != constraints.rows())
    throw Error(NSDS_INVALID_ARGUMENT, "z or the multipliers have another size than the problem");
  const nsds_qp given = detail::problem(Q, p, constraints);
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(nsds_qp_residual(&given, z.data(), multipliers.data(), &value),
                            "the residual needs well-formed matrices of the right sizes, finite vectors and "
                            "ordered bounds");
  return value;
}

}  // namespace nsds::numerics::qp
