// Is a matrix a P-matrix that was computed, and so is known up to rounding?
#pragma once

#include "nsds/kernel/analysis/p_matrix.hpp"

namespace nsds {

/// rounding: (m x m) bounds on |S - exact|, zero where an entry is exact. yes and no hold for all matrices within these bounds, up to 10
/// rows minor by minor, beyond that where the symmetric part is definite or the rounding is zero.
PMatrixAnswer isRoundedPMatrix(const Matrix& S, const Matrix& rounding);

/// True if no matrix within the bounds is singular, so that their determinants have one sign.
bool isRegularWithin(const Matrix& S, const Matrix& rounding);

}  // namespace nsds
