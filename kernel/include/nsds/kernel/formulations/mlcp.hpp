// The mixed linear complementarity formulation takes equalities and laws on the orthant.
//
//   w = W λ + w_free,  0 ≤ w ⟂ λ ≥ 0  in rows of the orthant,  w = 0, λ free  in the others.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API MLCP final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  MLCP();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit MLCP(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
