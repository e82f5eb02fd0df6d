// The frame around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include "nsds/numerics/convex_qp.h"

namespace nsds::numerics {

// One call. Everything but problem may be null, z and xi where they are empty.
struct ConvexQpCall {
  const nsds_convex_qp* problem;
  double* z;
  double* xi;
  double* u;
  const nsds_options* options;
  nsds_workspace* workspace;
  nsds_report* report;
};

nsds_status solve_convex_qp(const ConvexQpCall& call);

}  // namespace nsds::numerics
