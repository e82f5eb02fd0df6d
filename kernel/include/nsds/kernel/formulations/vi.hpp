// Formulates a variational inequality over convex sets that are known by their projections, together with polyhedra and rows of
// boxes, the orthant and equalities.
//
//   w = W λ + w_free,   -w in the normal cone of K at λ  in rows of the multiplier,
//                       -λ in the normal cone of K at w  in rows of the output.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API VI final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  VI();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit VI(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
