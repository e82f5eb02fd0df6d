// All solutions of the problem of a step, and which of them the step took.
#pragma once

#include <string>
#include <vector>

#include "nsds/kernel/simulation/time_stepping.hpp"
#include "nsds/kernel/well_posedness/box_solutions.hpp"

namespace nsds {

struct StepSolutions {
  std::vector<std::string> rows;  ///< "relay (row 0)", in the order of the solutions
  std::vector<BoxSolution> all;
  Index taken = -1;  ///< which one the step has; -1 if none is nearer than 1e-6 of its size
};

/// The solutions of the last problem that a step solved, to be asked for after computeOneStep(). Of a model whose problem
/// falls into islands it is the one with the largest residual. Of a nonlinear step it is the linearised problem, of which the
/// step's own solution is exact, and others are where other branches would be looked for. Errors: Error before the first step;
/// InvalidArgument for sets that are not intervals, for interactions of the same name, and as boxSolutions.
NSDS_KERNEL_API StepSolutions stepSolutions(const TimeStepping& simulation);

}  // namespace nsds
