// The linear complementarity formulation takes laws on the orthant.
//
//   w = W λ + w_free,  0 ≤ w ⟂ λ ≥ 0.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API LCP final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  LCP();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit LCP(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
