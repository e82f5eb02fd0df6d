// A dense copy of a matrix of numerics.
#pragma once

#include "nsds/kernel/types.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds {

/// Allocates only if the matrix is not dense, or has another size than the copy. Errors: std::bad_alloc.
void copyDense(const nsds_matrix& matrix, Matrix& copy);

}  // namespace nsds
