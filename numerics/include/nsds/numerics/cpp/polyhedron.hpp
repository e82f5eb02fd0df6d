// The constraints that quadratic programs and affine variational inequalities share in C++, and the solution
// that a solve returns.
#pragma once

#include <Eigen/Core>

#include "nsds/numerics/cpp/error.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/options.hpp"

namespace nsds::numerics {

// A z ≥ b, C z = d, lower ≤ z ≤ upper; what is left empty is no constraint. The matrices are borrowed.
struct Constraints {
  const nsds_matrix* A = nullptr;
  Eigen::VectorXd b = Eigen::VectorXd();
  const nsds_matrix* C = nullptr;
  Eigen::VectorXd d = Eigen::VectorXd();
  Eigen::VectorXd lower = Eigen::VectorXd();  // (n), may be -infinite
  Eigen::VectorXd upper = Eigen::VectorXd();  // (n), may be infinite

  Eigen::Index rows() const { return b.size() + d.size(); }
};

struct PolyhedronSolution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd multipliers;  // of A z ≥ b, then of C z = d
  Eigen::VectorXd certificate;  // where the status is infeasible; see qp.h
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

namespace detail {

// Fills in the constraints of an nsds_qp or nsds_avi, which borrows their arrays.
template <class Problem>
void set_constraints(const Constraints& constraints, Eigen::Index n, Problem& problem) {
  const auto fits = [n](const Eigen::VectorXd& bound) { return bound.size() == 0 || bound.size() == n; };
  if (!fits(constraints.lower) || !fits(constraints.upper))
    throw Error(NSDS_INVALID_ARGUMENT, "a bound differs in size from the unknowns");
  problem.size = static_cast<int32_t>(n);
  problem.inequalities = static_cast<int32_t>(constraints.b.size());
  problem.equalities = static_cast<int32_t>(constraints.d.size());
  problem.A = constraints.A;
  problem.b = constraints.b.data();
  problem.C = constraints.C;
  problem.d = constraints.d.data();
  problem.lower = constraints.lower.size() == 0 ? nullptr : constraints.lower.data();
  problem.upper = constraints.upper.size() == 0 ? nullptr : constraints.upper.data();
}

// Solves, starting from the point that the solution holds. Solve: one of the functions of C.
template <class Problem, class Solve>
void solve_over_polyhedron(const Problem& problem, Solve&& function, const Options& options,
                           Workspace* workspace, PolyhedronSolution& solution) {
  solution.certificate.setZero(solution.z.size() + solution.multipliers.size());
  solution.report.certificate = solution.certificate.data();
  function(&problem, solution.z.data(), solution.multipliers.data(), options.get(),
           workspace == nullptr ? nullptr : workspace->get(), &solution.report);
  solution.report.certificate = nullptr;  // the report may outlive what it pointed at
  if (is_refusal(solution.report.status)) throw Error(solution.report);
  if (solution.report.status != NSDS_INFEASIBLE) solution.certificate.resize(0);
}

}  // namespace detail

}  // namespace nsds::numerics
