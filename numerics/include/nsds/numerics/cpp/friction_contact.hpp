// Solves contact with Coulomb friction in C++, over friction_contact.h: u = W r + q, Signorini's condition
// and Coulomb's law between u and r.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/friction_contact.h"

namespace nsds::numerics::friction_contact {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd r;  // (d nc) reactions, each block (normal, tangents)
  Eigen::VectorXd u;  // (d nc) W r + q
  Report report;      // report.status says whether r is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; W is a view, and what it looks at must outlive it.
class Problem {
 public:
  // dimension: 2 or 3; W: (d nc x d nc); q: (d nc); mu: (nc), ≥ 0. Throws Error where the sizes differ.
  Problem(int dimension, const nsds_matrix& W, const Vector& q, const Vector& mu)
      : dimension_(dimension), W_(W), q_(q), mu_(mu) {
    if (q.size() != dimension * mu.size())
      throw Error(NSDS_INVALID_ARGUMENT, "q does not have dimension x contacts numbers");
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
    return numerics::detail::solve({options, workspace}, nsds_friction_contact_solve, view(), r.data(),
                                   u.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_FRICTION_CONTACT),
                 Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(size()), {}};
    solution.report = solve(solution.r, solution.u, options, workspace);
    return solution;
  }

  // Evaluates what ok means at r, at the tolerance of 1e-8: (d nc). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual("the residual needs a well-formed W with entries, finite q and mu >= 0",
                                      nsds_friction_contact_residual, view(), r.data());
  }

  // Evaluates the residual of the class at r: (d nc). Throws Error on arguments that are refused.
  nsds_residual class_residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual("the residual needs a well-formed W with entries, finite q and mu >= 0",
                                      nsds_friction_contact_class_residual, view(), r.data());
  }

  // Evaluates the norm of FCLIB and Siconos at r: (d nc). Throws Error on arguments that are refused.
  double residual_fclib(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    const nsds_friction_contact given = view();
    double value = 0.0;
    numerics::detail::require(nsds_friction_contact_residual_fclib(&given, r.data(), &value),
                              "the norm needs a well-formed W with entries, finite q and mu >= 0");
    return value;
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_friction_contact view() const& {
    nsds_friction_contact made;
    nsds_friction_contact_init(&made);
    made.dimension = dimension_;
    made.contacts = static_cast<int32_t>(contacts());
    made.W = &W_;
    made.q = q_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    made.mu = mu_.data();
    return made;
  }
  nsds_friction_contact view() const&& = delete;

 private:
  int dimension_;
  nsds_matrix W_;
  Eigen::VectorXd q_, mu_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::friction_contact
