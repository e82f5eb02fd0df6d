// Solves contact that resists sliding and rolling in C++, over rolling_friction_contact.h: u = W r + q, Signorini's
// condition, Coulomb's law and that of rolling between u and r.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/rolling_friction_contact.h"

namespace nsds::numerics::rolling_friction_contact {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd r;  // (d nc) reactions, each block (normal, tangents, moments)
  Eigen::VectorXd u;  // (d nc) W r + q
  Report report;      // report.status says whether r is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; W is a view, and what it looks at must outlive it.
class Problem {
 public:
  // dimension: d, 3 or 5; W: (d nc x d nc); q: (d nc); mu, mu_r: (nc), ≥ 0. Throws Error where the sizes differ.
  Problem(int dimension, const nsds_matrix& W, const Vector& q, const Vector& mu, const Vector& mu_r)
      : dimension_(dimension), W_(W), q_(q), mu_(mu), mu_r_(mu_r) {
    if (q.size() != dimension * mu.size() || mu_r.size() != mu.size())
      throw Error(NSDS_INVALID_ARGUMENT, "q has not dimension x contacts numbers, or mu_r not one a contact");
  }

  // floor: of each row, what it may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  int dimension() const noexcept { return dimension_; }
  Eigen::Index contacts() const noexcept { return mu_.size(); }
  Eigen::Index size() const noexcept { return q_.size(); }

  // Solves in place. r: (d nc) in/out (in only with the option warm_start), u: (d nc) out. Throws Error where
  // the call is refused; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> r, Eigen::Ref<Eigen::VectorXd> u, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(r.size() == size() && u.size() == size(), "r or u is");
    return numerics::detail::solve({options, workspace}, nsds_rolling_friction_contact_solve, view(),
                                   r.data(), u.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_ROLLING_FRICTION_CONTACT),
                 Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(size()), {}};
    solution.report = solve(solution.r, solution.u, options, workspace);
    return solution;
  }

  // Evaluates what ok means at r, at the tolerance of 1e-8: (d nc). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual(
        "the residual needs a well-formed W with entries, finite q, mu >= 0 and mu_r >= 0",
        nsds_rolling_friction_contact_residual, view(), r.data());
  }

  // Evaluates the residual of the class at r: (d nc). Throws Error on arguments that are refused.
  nsds_residual class_residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual(
        "the residual needs a well-formed W with entries, finite q, mu >= 0 and mu_r >= 0",
        nsds_rolling_friction_contact_class_residual, view(), r.data());
  }

  // Evaluates the norm of FCLIB and Siconos at r: (d nc). Throws Error on arguments that are refused.
  double residual_fclib(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    const nsds_rolling_friction_contact given = view();
    double value = 0.0;
    numerics::detail::require(nsds_rolling_friction_contact_residual_fclib(&given, r.data(), &value),
                              "the norm needs a well-formed W with entries, finite q, mu >= 0 and mu_r >= 0");
    return value;
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_rolling_friction_contact view() const& {
    nsds_rolling_friction_contact made;
    nsds_rolling_friction_contact_init(&made);
    made.dimension = dimension_;
    made.contacts = static_cast<int32_t>(contacts());
    made.W = &W_;
    made.q = q_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    made.mu = mu_.data();
    made.mu_r = mu_r_.data();
    return made;
  }
  nsds_rolling_friction_contact view() const&& = delete;

 private:
  int dimension_;
  nsds_matrix W_;
  Eigen::VectorXd q_, mu_, mu_r_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::rolling_friction_contact
