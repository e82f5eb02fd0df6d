// A map over a box, in units: a within [lower, upper], b its value, row by row -b in the normal cone of the box at a.
#pragma once

#include <span>

#include "nonlinear/map.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::nonlinear {

// max_i |a_i - mid(l_i, a_i - b_i, u_i)|, for an a within the bounds. NaN where a number is.
NSDS_NUMERICS_API double natural_map(std::span<const double> a, std::span<const double> b,
                                     std::span<const double> lower, std::span<const double> upper);

// The residual of the class with its parts. Its round-off floor, which takes the Jacobian, is evaluated where the value is
// above the tolerance, else 0. a: (n), b: (n) its value.
nsds_residual box_residual(Map& map, std::span<const double> a, std::span<const double> b, double tolerance);

}  // namespace nsds::numerics::nonlinear
