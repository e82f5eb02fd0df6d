// Solves linear complementarity problems over products of cones in C++, over soclcp.h: w = M z + q, K ∋ z ⟂ w ∈ K*.
#pragma once

#include <vector>

#include "nsds/common/eigen.hpp"
#include "nsds/numerics/cpp/call.hpp"
#include "nsds/numerics/cpp/matrix.hpp"
#include "nsds/numerics/cpp/vi.hpp"
#include "nsds/numerics/soclcp.h"

namespace nsds::numerics::soclcp {

using Vector = Eigen::Ref<const Eigen::VectorXd>;
using Cone = vi::Cone;

struct Solution {
  Eigen::VectorXd z;  // (n)
  Eigen::VectorXd w;  // (n) M z + q
  Report report;      // report.status says whether z is a solution

  bool ok() const noexcept { return report.ok(); }
};

// A problem keeps copies of q and the cones; M is a view, and what it looks at must outlive it.
class Problem {
 public:
  // M: (n x n); q: (n); cones without projectors, whose sizes sum up to n.
  Problem(const nsds_matrix& M, const Vector& q, const std::vector<Cone>& cones) : M_(M), q_(q) {
    cones_.reserve(cones.size());
    for (const Cone& cone : cones) {
      if (cone.projector) throw Error(NSDS_INVALID_ARGUMENT, "a cone has a projector; vi::Problem takes it");
      cones_.push_back({cone.kind, static_cast<int32_t>(cone.size), cone.mu, nullptr, nullptr});
    }
  }

  // What one of an unknown and of a w_i is, in which solvers work and the residual of the class is measured.
  Problem& set_scales(double z, double w) {
    scale_z_ = z;
    scale_w_ = w;
    return *this;
  }

  // floor: of each row, what it may be violated by whatever its terms. Throws Error where it has another size.
  void set_floor(const Vector& floor) {
    numerics::detail::require_fit(floor.size() == size(), "floor is");
    floor_ = floor;
  }

  Eigen::Index size() const noexcept { return q_.size(); }

  // Solves in place. z: (n) in/out (the start with the option warm_start), w: (n) out. Throws Error where the call is refused;
  // any other outcome is in the report.
  Report solve(Eigen::Ref<Eigen::VectorXd> z, Eigen::Ref<Eigen::VectorXd> w, const Options& options,
               Workspace* workspace = nullptr) const {
    numerics::detail::require_fit(z.size() == size() && w.size() == size(), "z or w is");
    return numerics::detail::solve({options, workspace}, nsds_soclcp_solve, view(), z.data(), w.data());
  }

  // Solves from zero and returns the solution by value.
  Solution solve(const Options& options = Options(NSDS_CLASS_SOCLCP), Workspace* workspace = nullptr) const {
    Solution solution{Eigen::VectorXd::Zero(size()), Eigen::VectorXd::Zero(size()), {}};
    solution.report = solve(solution.z, solution.w, options, workspace);
    return solution;
  }

  // Evaluates what ok means at z, at the tolerance of 1e-8: (n). Throws Error on arguments that are refused.
  nsds_residual residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual("the residual needs a well-formed (n x n) matrix and a finite M z + q",
                                      nsds_soclcp_residual, view(), z.data());
  }

  // Evaluates the residual of the class at z: (n). Throws Error on arguments that are refused.
  nsds_residual class_residual(const Vector& z) const {
    numerics::detail::require_fit(z.size() == size(), "z is");
    return numerics::detail::residual("the residual needs a well-formed (n x n) matrix and a finite M z + q",
                                      nsds_soclcp_class_residual, view(), z.data());
  }

  // Gives the problem as the C interface takes it, borrowed from this object.
  nsds_soclcp view() const& {
    nsds_soclcp made;
    nsds_soclcp_init(&made);
    made.size = static_cast<int32_t>(size());
    made.M = &M_;
    made.q = q_.data();
    made.cone_count = static_cast<int32_t>(cones_.size());
    made.cones = cones_.data();
    made.scale_z = scale_z_;
    made.scale_w = scale_w_;
    if (floor_.size() > 0) made.floor = floor_.data();
    return made;
  }
  nsds_soclcp view() const&& = delete;

 private:
  nsds_matrix M_;
  Eigen::VectorXd q_;
  std::vector<nsds_cone> cones_;
  double scale_z_ = 0.0, scale_w_ = 0.0;  // 0: found from M and q
  Eigen::VectorXd floor_;                 // empty: none
};

}  // namespace nsds::numerics::soclcp
