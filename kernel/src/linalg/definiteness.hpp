// Tells whether a symmetric matrix is positive definite, by whether a Cholesky factorisation goes through; or semidefinite, by its
// eigenvalues. Lower triangles are read. A matrix without rows is both, one with entries that are not finite is neither.
#pragma once

#include <cstdint>

#include "nsds/kernel/types.hpp"

namespace nsds {

bool isPositiveDefinite(MatrixConstRef A);
bool isPositiveDefinite(const Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>& A);
/// True if no eigenvalue is negative by more than rounding makes it.
bool isPositiveSemidefinite(MatrixConstRef A);

}  // namespace nsds
