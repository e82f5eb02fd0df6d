// Does what happens around every solver of the class: starting point, attempts, verdict, report.
#pragma once

#include "core/call_frame.hpp"
#include "soclcp/problem.hpp"

namespace nsds::numerics::soclcp {

struct Call {
  CallArguments common;
  const nsds_soclcp* problem;
  double* z;
  double* w;  // Nullable
};

// problem: that of the call, after its check.
nsds_status drive_checked(const Call& call, AffineInequality& problem, const CallFrame& frame, Arena& arena);

}  // namespace nsds::numerics::soclcp
