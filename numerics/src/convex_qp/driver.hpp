// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include "core/call_frame.hpp"
#include "nsds/numerics/convex_qp.h"

namespace nsds::numerics::convex_qp {

// Runs one call. z and xi may be null where they are empty.
struct Call {
  CallArguments common;
  const nsds_convex_qp* problem;
  double* z;
  double* xi;
  double* u;  // Nullable
};

nsds_status solve(const Call& call);

}  // namespace nsds::numerics::convex_qp
