// Solves plastic flow in cones or cylinders of stress in C++, over cone_plasticity.h: u = M r + q and the law of Drucker
// and Prager, or of von Mises, between u and r.
#pragma once

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cone_plasticity.h"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"

namespace nsds::numerics::cone_plasticity {

using Vector = Eigen::Ref<const Eigen::VectorXd>;

struct Solution {
  Eigen::VectorXd r;  // (3 nc) stresses, each block (normal, shears)
  Eigen::VectorXd u;  // (3 nc) M r + q
  Report report;      // report.status says whether r is a solution

  bool ok() const noexcept { return report.ok(); }
};

// The cone of every point, or the cylinder: (nc) each.
struct DruckerPrager {
  Eigen::VectorXd eta, theta;  // >= 0; the dilatancy is eta - theta
};
struct VonMises {
  Eigen::VectorXd sigma_y;  // >= 0
};

// A problem keeps copies of its vectors; M is a view, and what it looks at must outlive it.
class Problem {
 public:
  // M: (3 nc x 3 nc); q: (3 nc). Throws Error where the sizes differ.
  Problem(const nsds_matrix& M, const Vector& q, const DruckerPrager& law)
      : law_(NSDS_DRUCKER_PRAGER), M_(M), q_(q), limit_(law.eta), theta_(law.theta) {
    if (q.size() != 3 * limit_.size() || theta_.size() != limit_.size())
      throw Error(NSDS_INVALID_ARGUMENT, "q has not 3 numbers a point, or eta or theta not one");
  }
  Problem(const nsds_matrix& M, const Vector& q, const VonMises& law)
      : law_(NSDS_VON_MISES), M_(M), q_(q), limit_(law.sigma_y) {
    if (q.size() != 3 * limit_.size())
      throw Error(NSDS_INVALID_ARGUMENT, "q has not 3 numbers a point, or sigma_y not one");
  }

  // floor: of each row, what it may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  Eigen::Index points() const noexcept { return limit_.size(); }
  Eigen::Index size() const noexcept { return q_.size(); }

  // Solves in place. r: (3 nc) in/out (in only with the option warm_start), u: (3 nc) out. Throws Error where the call is
  // refused; any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> r, Eigen::Ref<Eigen::VectorXd> u, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(r.size() == size() && u.size() == size(), "r or u is");
    return numerics::detail::solve({options, workspace}, nsds_cone_plasticity_solve, view(), r.data(),
                                   u.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_CONE_PLASTICITY),
                 Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(size()), {}};
    solution.report = solve(solution.r, solution.u, options, workspace);
    return solution;
  }

  // Evaluates what ok means at r, at the tolerance of 1e-8: (3 nc). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual("the residual needs a well-formed M with entries, finite q and a law",
                                      nsds_cone_plasticity_residual, view(), r.data());
  }

  // Evaluates the residual of the class at r: (3 nc). Throws Error on arguments that are refused.
  nsds_residual class_residual(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    return numerics::detail::residual("the residual needs a well-formed M with entries, finite q and a law",
                                      nsds_cone_plasticity_class_residual, view(), r.data());
  }

  // Evaluates the norm of FCLIB at r: (3 nc). Throws Error on arguments that are refused.
  double residual_fclib(const Vector& r) const {
    numerics::detail::require_fit(r.size() == size(), "r is");
    const nsds_cone_plasticity given = view();
    double value = 0.0;
    numerics::detail::require(nsds_cone_plasticity_residual_fclib(&given, r.data(), &value),
                              "the norm needs a well-formed M with entries, finite q and a law");
    return value;
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_cone_plasticity view() const& {
    nsds_cone_plasticity made;
    nsds_cone_plasticity_init(&made);
    const bool is_cone = law_ == NSDS_DRUCKER_PRAGER;
    made.law = law_;
    made.points = static_cast<int32_t>(points());
    made.M = &M_;
    made.q = q_.data();
    if (floor_.size() > 0) made.floor = floor_.data();
    made.eta = is_cone ? limit_.data() : nullptr;
    made.theta = is_cone ? theta_.data() : nullptr;
    made.sigma_y = is_cone ? nullptr : limit_.data();
    return made;
  }
  nsds_cone_plasticity view() const&& = delete;

 private:
  int32_t law_;
  nsds_matrix M_;
  Eigen::VectorXd q_, limit_, theta_;
  Eigen::VectorXd floor_;  // empty: none
};

}  // namespace nsds::numerics::cone_plasticity
