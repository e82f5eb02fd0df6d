// What one solve is measured with, and what comes out, whatever the class.
#pragma once

#include <optional>
#include <string>

#include "benchmarks/measurements/solvable.hpp"
#include "nsds/numerics/status.h"

namespace nsds::bench {

struct SolveSettings {
  std::string solver;  // "": the default
  double tolerance = 1e-10;
  double time_limit = 0.0;  // [s] of one solve, 0: none
  double budget = 0.3;      // [s] for repetitions
  int repetitions = 0;      // as many, whatever they take; 0: as the budget allows
  bool fclib = false;       // the tolerance is one of the peers' norm
};

struct SolveMeasured {
  std::string solver;
  nsds_status status = NSDS_INVALID_ARGUMENT;
  double residual = 0.0;                 // of the class, recomputed from what was returned
  std::optional<double> residual_fclib;  // where the class has that norm
  long long iterations = 0;
  double seconds = 0.0;  // best CPU time of a solve from zero with a kept workspace
};

// Errors: numerics::Error for an unknown solver or one that refuses the problem; std::invalid_argument where
// the peers' norm is asked for of a class without it.
SolveMeasured measure_solve(const Solvable& problem, const SolveSettings& settings);

}  // namespace nsds::bench
