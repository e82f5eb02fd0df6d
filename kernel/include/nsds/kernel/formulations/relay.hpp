// The formulation over boxes takes relays, together with rows of the orthant and equalities.
//
//   w = W λ + w_free,   -w in the normal cone of [lower, upper] at λ,   row by row:
//
// w ≥ 0 where λ is at its lower bound, w ≤ 0 at its upper, w = 0 between. Bounds may be infinite.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API Relay final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  Relay();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit Relay(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
