// What the numbers of a problem with bounds are small beside. The kernel exports this function for nsds::theory.
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// The size of each multiplier of w = M λ + q: that of itself, of its finite bounds, and what its own row asks of it. (rows)
NSDS_KERNEL_API Vector multiplierSizes(MatrixConstRef M, VectorConstRef q, VectorConstRef lower,
                                       VectorConstRef upper, VectorConstRef lambda);

}  // namespace nsds
