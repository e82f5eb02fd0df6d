// Equalities alone are formulated as a linear system.
//
//   W λ + w_free = 0.
//
// W is singular where constraints are redundant; the formulation then takes one of the solutions, if there is
// any.
#pragma once

#include "nsds/kernel/formulations/islandwise_problem.hpp"

namespace nsds {

class NSDS_KERNEL_API Equality final : public IslandwiseProblem {
 public:
  /// The solver "auto", which chooses by the structure of the problem, with its defaults.
  Equality();
  /// Errors: InvalidArgument naming the unknown solver or option and what there is.
  explicit Equality(const Solver& solver);

 private:
  class Islands;
};

}  // namespace nsds
