// One complementarity problem, solved again and again by one solver.
#pragma once

#include <string>

#include "nsds/numerics/lcp.h"

namespace nsds::bench {

struct LcpSettings {
  std::string solver;  // "": the default
  double tolerance = 1e-10;
  double time_limit = 0.0;  // [s] of one solve, 0: none
  double budget = 0.3;      // [s] for repetitions
  bool fclib = false;       // the tolerance is one of the peers' norm
};

struct LcpMeasured {
  std::string solver;
  nsds_status status = NSDS_INVALID_ARGUMENT;
  double residual = 0.0;
  double residual_fclib = 0.0;
  long long iterations = 0;
  double seconds = 0.0;  // best CPU time of a solve from zero with a kept workspace
};

// Errors: numerics::Error for an unknown solver or one that does not take the problem's storage.
LcpMeasured measure_lcp(const nsds_lcp& problem, const LcpSettings& settings);

}  // namespace nsds::bench
