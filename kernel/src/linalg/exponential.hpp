// The integral of the matrix exponential.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// φ(F) = ∫₀¹ exp(F s) ds, so that exp(F) = I + F φ(F); F: (n x n), regular or not. Not finite where exp(F) overflows.
Matrix integratedExponential(MatrixConstRef F);

}  // namespace nsds
