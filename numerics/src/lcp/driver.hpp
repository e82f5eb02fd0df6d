// Does what happens around every solver of the class: checks, starting point, verdict, report.
#pragma once

#include <string_view>

#include "linalg/affine_point.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::numerics::lcp {

using Call = AffineCall<nsds_lcp>;

inline constexpr std::string_view trivial_text = "q >= 0, so z = 0 is a solution.";

nsds_status solve(const Call& call);

}  // namespace nsds::numerics::lcp
