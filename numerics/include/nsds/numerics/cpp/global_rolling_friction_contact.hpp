// Contact that resists sliding and rolling in global form in C++, over global_rolling_friction_contact.h: M v = q + H r +
// G' lambda, u = H'v + b, G v = d, and the law of rolling_friction_contact.hpp between u and r.
#pragma once

#include <optional>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/global_rolling_friction_contact.h"

namespace nsds::numerics::global_rolling_friction_contact {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd v;       // (n) velocities
  Eigen::VectorXd r;       // (d nc) reactions, each block (normal, tangents, moments)
  Eigen::VectorXd u;       // (d nc) H'v + b
  Eigen::VectorXd lambda;  // (m) of the bilateral rows
  Report report;           // report.status says whether (v, r, lambda) is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of its vectors; M, H and G are views, and what they look at must outlive it. Moves
// and copies.
class Problem {
 public:
  // dimension: d, 3 or 5; M: (n x n); H: (n x d nc); q: (n); b: (d nc); mu, mu_r: (nc), ≥ 0. Throws Error where b, mu
  // and mu_r do not fit each other.
  Problem(int dimension, const nsds_matrix& M, const nsds_matrix& H, const Vector& q, const Vector& b,
          const Vector& mu, const Vector& mu_r)
      : dimension_(dimension), M_(M), H_(H), q_(q), b_(b), mu_(mu), mu_r_(mu_r) {
    if (b.size() != dimension * mu.size() || mu_r.size() != mu.size())
      throw Error(NSDS_INVALID_ARGUMENT, "b has not dimension x contacts numbers, or mu_r not one a contact");
  }

  // Sets the bilateral rows. G: (m x n); d: (m).
  Problem& set_constraints(const nsds_matrix& G, const Vector& d) {
    G_ = G;
    d_ = d;
    return *this;
  }

  // floor: of each row of contacts, then of momentum, then of G, what it may be violated by whatever its terms. Throws Error where
  // it has another size; the bilateral rows come first.
  Problem& set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == b_.size() + size() + constraints(), "floor is");
    floor_ = floor;
    return *this;
  }

  int dimension() const noexcept { return dimension_; }
  Eigen::Index contacts() const noexcept { return mu_.size(); }
  Eigen::Index size() const noexcept { return q_.size(); }
  Eigen::Index constraints() const noexcept { return d_.size(); }

  // Solves in place. v: (n), r: (d nc), lambda: (m) in/out (in only with the option warm_start), u: (d nc)
  // out. Throws Error where the call is refused; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> v, Eigen::Ref<Eigen::VectorXd> r, Eigen::Ref<Eigen::VectorXd> u,
               Eigen::Ref<Eigen::VectorXd> lambda, const Options& options,
               Workspace* workspace = nullptr) const {
    require_point(v, r, lambda);
    numerics::detail::require_fit(u.size() == b_.size(), "u is");
    return numerics::detail::solve({options, workspace}, nsds_global_rolling_friction_contact_solve, view(),
                                   v.data(), r.data(), u.data(), lambda.data());
  }

  // Solves from zero and returns the solution by value. Everything stays zero where the status is singular,
  // or time_limit before M was factorised.
  Solution solve(const Options& options = Options(NSDS_CLASS_GLOBAL_ROLLING_FRICTION_CONTACT),
                 Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()),
                      Eigen::VectorXd::Zero(b_.size()),
                      Eigen::VectorXd::Zero(b_.size()),
                      Eigen::VectorXd::Zero(constraints()),
                      {}};
    solution.report = solve(solution.v, solution.r, solution.u, solution.lambda, options, workspace);
    return solution;
  }

  // Evaluates what ok means with norm = contract at v: (n), r: (d nc), lambda: (m), at the tolerance of 1e-8. Throws Error on arguments that are
  // refused, and where M is singular.
  nsds_residual residual(const Vector& v, const Vector& r, const Vector& lambda) const {
    require_point(v, r, lambda);
    return numerics::detail::residual(needs, nsds_global_rolling_friction_contact_residual, view(), v.data(),
                                      r.data(), lambda.data());
  }

  // Evaluates the residual of the class at the same point. Throws as residual does.
  nsds_residual class_residual(const Vector& v, const Vector& r, const Vector& lambda) const {
    require_point(v, r, lambda);
    return numerics::detail::residual(needs, nsds_global_rolling_friction_contact_class_residual, view(),
                                      v.data(), r.data(), lambda.data());
  }

  // The norm of FCLIB and Siconos at the same point. Throws as residual does.
  double residual_fclib(const Vector& v, const Vector& r, const Vector& lambda) const {
    require_point(v, r, lambda);
    const nsds_global_rolling_friction_contact given = view();
    double value = 0.0;
    numerics::detail::require(nsds_global_rolling_friction_contact_residual_fclib(&given, v.data(), r.data(),
                                                                                  lambda.data(), &value),
                              needs);
    return value;
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_global_rolling_friction_contact view() const& {
    nsds_global_rolling_friction_contact made;
    nsds_global_rolling_friction_contact_init(&made);
    made.dimension = dimension_;
    made.contacts = static_cast<int32_t>(contacts());
    made.size = static_cast<int32_t>(size());
    made.constraints = static_cast<int32_t>(constraints());
    made.M = &M_;
    made.H = &H_;
    made.G = G_ ? &*G_ : nullptr;
    made.q = q_.data();
    made.b = b_.data();
    made.d = d_.data();
    made.mu = mu_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    made.mu_r = mu_r_.data();
    return made;
  }
  nsds_global_rolling_friction_contact view() const&& = delete;

 private:
  static constexpr const char* needs =
      "the residual needs a regular M, well-formed matrices with entries, finite vectors and mu, mu_r >= 0";

  void require_point(const Vector& v, const Vector& r, const Vector& lambda) const {
    numerics::detail::require_fit(
        v.size() == size() && r.size() == b_.size() && lambda.size() == constraints(), "v, r or lambda is");
  }

  int dimension_;
  nsds_matrix M_, H_;
  std::optional<nsds_matrix> G_;
  Eigen::VectorXd q_, b_, d_, mu_, mu_r_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::global_rolling_friction_contact
