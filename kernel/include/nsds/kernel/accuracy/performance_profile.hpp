// Performance profiles compare solvers over a set of problems. With the cost t_ps that solver s takes for problem p,
//
//   r_ps = t_ps / min over solvers of t_ps,   ρ_s(τ) = (number of problems with r_ps ≤ τ) / (number of problems):
//
// ρ_s(1) is the share of the problems on which s is as cheap as any, ρ_s for large τ the share that it solves at all.
// Reference: Dolan, Moré (2002), Mathematical Programming 91.
#pragma once

#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

class NSDS_KERNEL_API PerformanceProfile {
 public:
  /// costs: (problems x solvers), times or counts, positive, infinite where unsolved. A problem that nobody solves counts as a
  /// problem. Errors: InvalidArgument without problems or solvers, or on a cost that is not positive.
  explicit PerformanceProfile(MatrixConstRef costs);

  Index problems() const { return problems_; }
  Index solvers() const { return static_cast<Index>(ratios_.size()); }
  /// The r_ps of the problems that the solver solves, ascending. Errors: InvalidArgument.
  const std::vector<double>& ratios(Index solver) const;
  /// ρ_s(τ). Errors: InvalidArgument.
  double fraction(Index solver, double tau) const;
  /// The τ at which a ρ_s changes, ascending; the first is 1. Between them ρ is constant.
  std::vector<double> steps() const;

 private:
  Index problems_;
  std::vector<std::vector<double>> ratios_;  // (solvers)
};

}  // namespace nsds
