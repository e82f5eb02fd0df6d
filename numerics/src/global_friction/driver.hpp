// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include "core/call_frame.hpp"
#include "nsds/numerics/global_friction_contact.h"

namespace nsds::numerics::global_friction {

struct Call {
  CallArguments common;
  const nsds_global_friction_contact* given;
  double* v;
  double* r;
  double* u;       // Nullable
  double* lambda;  // Nullable where m = 0
};

nsds_status solve(const Call& call);

}  // namespace nsds::numerics::global_friction
