// What one solve is measured with, and what comes out, whatever the class.
#pragma once

#include <string>

#include "nsds/numerics/status.h"

namespace nsds::bench {

struct SolveSettings {
  std::string solver;  // "": the default
  double tolerance = 1e-10;
  double time_limit = 0.0;  // [s] of one solve, 0: none
  double budget = 0.3;      // [s] for repetitions
};

struct SolveMeasured {
  std::string solver;
  nsds_status status = NSDS_INVALID_ARGUMENT;
  double residual = 0.0;
  long long iterations = 0;
  double seconds = 0.0;  // best CPU time of a solve from zero with a kept workspace
};

}  // namespace nsds::bench
