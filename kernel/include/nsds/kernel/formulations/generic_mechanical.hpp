// The formulation of a multibody system whose laws are of different kinds: joints, stops, motors and dry
// friction in joints, contacts with Coulomb friction of two and three dimensions.
//
//   w = W λ + w_free   and, relation by relation, the law of its set: equality, orthant, interval, or cone.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API GenericMechanical final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  GenericMechanical();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit GenericMechanical(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
