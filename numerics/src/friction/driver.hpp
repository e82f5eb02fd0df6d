// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include "linalg/affine_point.hpp"
#include "nsds/numerics/friction_contact.h"

namespace nsds::numerics::friction {

using Call = AffineCall<nsds_friction_contact>;

nsds_status solve(const Call& call);

}  // namespace nsds::numerics::friction
