// Is a matrix a P-matrix that was computed, and so is known up to rounding? The kernel exports these functions for nsds::theory.
#pragma once

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/well_posedness/p_matrix.hpp"

namespace nsds {

/// rounding: (m x m) bounds on |S - exact|, zero where an entry is exact. yes and no hold for all matrices within these bounds, up to 10
/// rows minor by minor, beyond that where the symmetric part is definite or the rounding is zero.
NSDS_KERNEL_API PMatrixAnswer isRoundedPMatrix(const Matrix& S, const Matrix& rounding);

/// True if no matrix within the bounds is singular, so that their determinants have one sign.
NSDS_KERNEL_API bool isRegularWithin(const Matrix& S, const Matrix& rounding);

}  // namespace nsds
