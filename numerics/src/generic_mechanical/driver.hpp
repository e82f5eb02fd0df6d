// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include "linalg/affine_point.hpp"
#include "nsds/numerics/generic_mechanical.h"

namespace nsds::numerics::generic_mechanical {

using Call = AffineCall<nsds_generic_mechanical>;

nsds_status solve(const Call& call);

}  // namespace nsds::numerics::generic_mechanical
