// One complementarity problem, solved again and again by one solver.
#pragma once

#include "benchmarks/solve_measurement.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::bench {

struct LcpSettings : SolveSettings {
  bool fclib = false;  // the tolerance is one of the peers' norm
};

struct LcpMeasured : SolveMeasured {
  double residual_fclib = 0.0;
};

// Errors: numerics::Error for an unknown solver or one that does not take the problem's storage.
LcpMeasured measure_lcp(const nsds_lcp& problem, const LcpSettings& settings);

}  // namespace nsds::bench
