// Solves affine variational inequalities in C++, over avi.h: (M z + q)'(y - z) ≥ 0 for all y that meet the
// constraints.
#pragma once

#include "nsds/numerics/avi.h"
#include "nsds/numerics/cpp/polyhedron.hpp"

namespace nsds::numerics::avi {

using Solution = PolyhedronSolution;

namespace detail {

inline nsds_avi problem(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                        const Constraints& constraints) {
  nsds_avi made;
  nsds_avi_init(&made);
  made.M = &M;
  made.q = q.data();
  numerics::detail::set_constraints(constraints, q.size(), made);
  return made;
}

}  // namespace detail

// Solves in place, starting from solution.z and solution.multipliers with the option warm_start, else from
// zero. Throws Error where the call is refused; any other outcome is in the report.
inline void solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                  const Constraints& constraints, Solution& solution, const Options& options,
                  Workspace* workspace = nullptr) {
  if (solution.z.size() != q.size() || solution.multipliers.size() != constraints.rows())
    throw Error(NSDS_INVALID_ARGUMENT, "z or the multipliers have another size than the problem");
  const nsds_avi given = detail::problem(M, q, constraints);
  numerics::detail::solve_over_polyhedron(given, nsds_avi_solve, options, workspace, solution);
}

// Solves from zero and returns the solution by value.
inline Solution solve(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                      const Constraints& constraints, const Options& options = Options(NSDS_CLASS_AVI),
                      Workspace* workspace = nullptr) {
  Solution solution{Eigen::VectorXd::Zero(q.size()), Eigen::VectorXd::Zero(constraints.rows()), {}, {}};
  solve(M, q, constraints, solution, options, workspace);
  return solution;
}

// Evaluates the residual of the class at z: (n), multipliers: (m + e). Throws Error on arguments that are
// refused.
inline nsds_residual residual(const nsds_matrix& M, const Eigen::Ref<const Eigen::VectorXd>& q,
                              const Constraints& constraints, const Eigen::Ref<const Eigen::VectorXd>& z,
                              const Eigen::Ref<const Eigen::VectorXd>& multipliers) {
  if (z.size() != q.size() || multipliers.size() != constraints.rows())
    throw Error(NSDS_INVALID_ARGUMENT, "z or the multipliers have another size than the problem");
  const nsds_avi given = detail::problem(M, q, constraints);
  nsds_residual value;
  nsds_residual_init(&value);
  numerics::detail::require(nsds_avi_residual(&given, z.data(), multipliers.data(), &value),
                            "the residual needs well-formed matrices of the right sizes, finite vectors and "
                            "ordered bounds");
  return value;
}

}  // namespace nsds::numerics::avi
