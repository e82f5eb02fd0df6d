// Tells whether a symmetric matrix is positive definite, by whether a Cholesky factorisation goes through.
#pragma once

#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

bool isPositiveDefinite(const Matrix& A);
bool isPositiveDefinite(const SparseMatrix& A);

}  // namespace nsds
