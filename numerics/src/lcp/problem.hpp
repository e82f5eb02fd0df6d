// LCP(M, q) after it has been checked, and its residual.
#pragma once

#include "affine/affine_problem.hpp"
#include "core/arena.hpp"
#include "nsds/numerics/lcp.h"

namespace nsds::numerics::lcp {

// An affine map whose unknowns and images are in the orthant.
using Lcp = affine::Problem;

// w: (n) out, M z + q. magnitude: (n) scratch. M is not an operator.
void residual(const Lcp& problem, const double* z, double* w, double* magnitude, nsds_residual& residual);

// The norm of min(z, M z + q) over that of q, which is the error of FCLIB. M is not an operator.
double residual_fclib(const Lcp& problem, const double* z, Arena& arena);

}  // namespace nsds::numerics::lcp
