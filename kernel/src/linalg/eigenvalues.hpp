// Eigenvalues of dense symmetric matrices by LAPACK, for what is done once and not in every step. A matrix with entries that are
// not finite counts as one whose iteration fails.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Eigenvalues of a symmetric matrix, growing, and orthonormal eigenvectors; NaN where the iteration fails. The lower triangle is
/// read.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;
};
SymmetricEigen symmetricEigen(MatrixConstRef A);
/// The eigenvalues alone, growing; NaN where the iteration fails.
Vector symmetricEigenvalues(MatrixConstRef A);

}  // namespace nsds
