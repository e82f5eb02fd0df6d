// Solves the relay problem in C++, over relay.h: w = M z + q, -w in the normal cone of [lower, upper] at z.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/relay.h"

namespace nsds::numerics::relay {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd z;            // (n)
  Eigen::VectorXd w;            // (n) M z + q
  Eigen::VectorXd certificate;  // (n) where the status is infeasible, else empty; see mlcp.h
  Report report;                // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; M is a view, and what it looks at must outlive it.
class Problem {
 public:
  // M: (n x n); q, lower, upper: (n), the bounds may be infinite. Throws Error where the sizes differ.
  Problem(const nsds_matrix& M, const Vector& q, const Vector& lower, const Vector& upper)
      : M_(M), q_(q), lower_(lower), upper_(upper) {
    numerics::detail::require_fit(lower.size() == size() && upper.size() == size(), "lower or upper is");
  }

  Eigen::Index size() const noexcept { return q_.size(); }

  // floor: (n), what each row may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  // Solves in place. z: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where the
  // call is refused; any other outcome is in the report. certificate: sized and filled as that of
  // Solution, unless it is null.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr, Eigen::VectorXd* certificate = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "z or w is");
    return numerics::detail::solve({options, workspace, certificate, size()}, nsds_relay_solve, view(),
                                   z.data(), w.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_RELAY), Workspace* workspace = nullptr) const {
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(size());
    Solution solution{zero, zero, {}, {}};
    solution.report = solve(solution.z, solution.w, options, workspace, &solution.certificate);
    return solution;
  }

  // Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual(
        "the residual needs a well-formed (n x n) matrix, a finite q and ordered bounds", nsds_relay_residual,
        view(), z.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_relay view() const& {
    nsds_relay made;
    nsds_relay_init(&made);
    made.size = static_cast<int32_t>(size());
    made.M = &M_;
    made.q = q_.data();
    made.lower = lower_.data();
    made.upper = upper_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }
  nsds_relay view() const&& = delete;

 private:
  nsds_matrix M_;
  Eigen::VectorXd q_, lower_, upper_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::relay
