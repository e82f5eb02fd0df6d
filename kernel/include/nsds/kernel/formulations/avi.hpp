// Formulates an affine variational inequality over polyhedra, together with rows of boxes, the orthant and
// equalities.
//
//   w = W λ + w_free,   -w in the normal cone of P at λ,   P = { H λ ≥ K } block by block.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API AVI final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  AVI();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit AVI(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
