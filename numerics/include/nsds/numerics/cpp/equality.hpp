// Solves systems of linear equations in C++, over equality.h: M z + q = 0, M regular or not.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/equality.h"

namespace nsds::numerics::equality {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd certificate;  // (n) where the status is infeasible, else empty; see equality.h
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps a copy of q; M is a view, and what it looks at must outlive it.
class Problem {
 public:
  // M: (n x n); q: (n).
  Problem(const nsds_matrix& M, const Vector& q) : M_(M), q_(q) {}

  Eigen::Index size() const noexcept { return q_.size(); }

  // floor: (n), what each row may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  // Solves in place. z: (n) in/out (the start with the option warm_start). Throws Error where the call is
  // refused; any other outcome is in the report. certificate: sized and filled as that of
  // Solution, unless it is null.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, const Options& options, Workspace* workspace = nullptr,
               Eigen::VectorXd* certificate = nullptr) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::solve({options, workspace, certificate, size()}, nsds_equality_solve, view(),
                                   z.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_EQUALITY),
                 Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()), {}, {}};
    solution.report = solve(solution.z, options, workspace, &solution.certificate);
    return solution;
  }

  // Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual("the residual needs a well-formed (n x n) matrix and a finite q",
                                      nsds_equality_residual, view(), z.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_equality view() const& {
    nsds_equality made;
    nsds_equality_init(&made);
    made.size = static_cast<int32_t>(size());
    made.M = &M_;
    made.q = q_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }
  nsds_equality view() const&& = delete;

 private:
  nsds_matrix M_;
  Eigen::VectorXd q_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::equality
