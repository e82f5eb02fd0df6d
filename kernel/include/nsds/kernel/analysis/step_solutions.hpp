// All solutions of the problem of a step, w = M λ + q with -w in the normal cone of [lower, upper] at λ, row by row, and
// which of them a step took. A step has several where its matrix is no P-matrix (p_matrix.hpp): sets of one sign on outputs
// that their multipliers lower, products of relays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nsds/kernel/simulation/time_stepping.hpp"

namespace nsds {

/// Where a multiplier is in its interval. Of complementarity conditions `lower` is λ = 0 and `between` is w = 0.
enum class RowBranch : std::uint8_t {
  lower,    ///< λ = lower, w ≥ 0
  between,  ///< w = 0
  upper     ///< λ = upper, w ≤ 0
};

struct StepSolution {
  Vector lambda;  ///< (rows)
  Vector w;       ///< (rows)
  std::vector<RowBranch>
      branch;     ///< (rows) one that the solution has; a multiplier at a bound with w = 0 has two
  bool isolated;  ///< false: one of many of its branch, of least norm; the others of it are not listed
};

/// By enumeration of the branches: 2 to 3 for each row, 3ⁿ factorisations at most. Solutions that agree to 1e-9 of their size
/// count once. lower ≤ upper, either may be infinite. Errors: InvalidArgument on sizes that differ, on numbers that are not
/// finite, and where there are more than 2²⁰ branches.
NSDS_KERNEL_API std::vector<StepSolution> boxSolutions(MatrixConstRef M, VectorConstRef q,
                                                       VectorConstRef lower, VectorConstRef upper);

struct StepSolutions {
  std::vector<std::string> rows;  ///< "relay (row 0)", in the order of the solutions
  std::vector<StepSolution> all;
  Index taken = -1;  ///< which one the step has; -1 if none is nearer than 1e-6 of its size
};

/// The solutions of the last problem that a step solved, to be asked for after computeOneStep(). Of a model whose problem
/// falls into islands it is the one with the largest residual. Of a nonlinear step it is the linearised problem, of which the
/// step's own solution is exact, and others are where other branches would be looked for. Errors: Error before the first step;
/// InvalidArgument for sets that are not intervals, for interactions of the same name, and as boxSolutions.
NSDS_KERNEL_API StepSolutions stepSolutions(const TimeStepping& simulation);

}  // namespace nsds
