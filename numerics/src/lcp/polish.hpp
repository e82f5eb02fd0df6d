// Computes the basic solution of a support from the original data.
#pragma once

#include "core/arena.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

// Solves M_FF z_F = -q_F for F = {i : z_i > 0} by LU with one step of refinement and puts it in place of z,
// negative values clipped, if that lowers the residual. Returns the residual of the z that stays.
nsds_residual polish(const Lcp& problem, double* z, Arena& arena);

}  // namespace nsds::numerics::lcp
