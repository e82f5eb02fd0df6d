// Tells whether a symmetric matrix is positive definite, by whether a Cholesky factorisation goes through; or semidefinite, by its
// eigenvalues.
#pragma once

#include "nsds/kernel/modeling/system_matrix.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

bool isPositiveDefinite(const Matrix& A);
bool isPositiveDefinite(const SparseMatrix& A);
/// True if no eigenvalue is negative by more than rounding makes it.
bool isPositiveSemidefinite(const Matrix& A);

}  // namespace nsds
