// Solves the LCP in C++, over lcp.h: find z, w with w = M z + q, 0 ≤ w ⟂ z ≥ 0.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::numerics::lcp {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd w;            // (n) M z + q
  Eigen::VectorXd certificate;  // (n) where the status is infeasible, else empty: y ≥ 0, M'y ≤ 0, q'y < 0
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; M is a view, and what it looks at must outlive it.
class Problem {
 public:
  // M: (n x n); q: (n).
  Problem(const nsds_matrix& M, const Vector& q) : M_(M), q_(q) {}
  // z_unit, w_unit: (n), the sizes that z_i and w_i are measured in.
  Problem(const nsds_matrix& M, const Vector& q, const Vector& z_unit, const Vector& w_unit)
      : M_(M), q_(q), z_unit_(z_unit), w_unit_(w_unit) {
    numerics::detail::require_fit(z_unit.size() == size() && w_unit.size() == size(), "z_unit or w_unit is");
  }

  Eigen::Index size() const noexcept { return q_.size(); }

  // Solves in place. z: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where the
  // call is refused; any other outcome is in the report. certificate: sized and filled as that of
  // Solution, unless it is null.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr, Eigen::VectorXd* certificate = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "z or w is");
    return numerics::detail::solve({options, workspace, certificate, size()}, nsds_lcp_solve, view(),
                                   z.data(), w.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_LCP), Workspace* workspace = nullptr) const {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(size());
    Solution solution{zero, zero, {}, {}};
    solution.report = solve(solution.z, solution.w, options, workspace, &solution.certificate);
    return solution;
  }

  // Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual("the residual needs a well-formed (n x n) matrix and a finite q",
                                      nsds_lcp_residual, view(), z.data());
  }

  // The residual by rows, in the same way.
  nsds_residual row_residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual("the residual needs a well-formed (n x n) matrix and a finite q",
                                      nsds_lcp_row_residual, view(), z.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_lcp view() const& {
    nsds_lcp made;
    nsds_lcp_init(&made);
    made.size = static_cast<int32_t>(size());
    made.M = &M_;
    made.q = q_.data();
    if (z_unit_.size() > 0) {
      made.z_unit = z_unit_.data();
      made.w_unit = w_unit_.data();
    }
    return made;
  }
  nsds_lcp view() const&& = delete;

 private:
  nsds_matrix M_;
  Eigen::VectorXd q_;
  Eigen::VectorXd z_unit_, w_unit_;  // empty: none
};

}  // namespace nsds::numerics::lcp
