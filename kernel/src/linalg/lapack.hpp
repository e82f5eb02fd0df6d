// Dense systems, singular values, Cholesky factors and eigenvalues by LAPACK, for what is done once and not in every step.
#pragma once

#include <complex>
#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// X = A⁻¹ B for a regular A. The result is the reciprocal condition number of A in the norm 1, at least: X is not written
/// where that is no more than the rounding of a number.
double solveDense(MatrixConstRef A, MatrixConstRef B, Matrix& X);

/// They fall.
Vector singularValues(MatrixConstRef A);

/// Singular values of A: (m x n), falling, and all n right singular vectors in columns, those of zero last; NaN where the iteration
/// fails.
struct RightSingular {
  Vector values;
  Matrix vectors;
};
RightSingular rightSingular(MatrixConstRef A);

/// Eigenvalues of a symmetric matrix, growing, and orthonormal eigenvectors; NaN where the iteration fails.
struct SymmetricEigen {
  Vector values;
  Matrix vectors;
};
SymmetricEigen symmetricEigen(MatrixConstRef A);

/// L with A = L Lᵀ; empty if the symmetric A is not positive definite, or has no rows.
Matrix choleskyFactor(MatrixConstRef A);
/// L⁻¹ B for a regular lower triangle L.
Matrix solveLower(const Matrix& L, const Matrix& B);

/// The h at which A - h B is singular, infinite ones left out; none where the iteration fails, or the pencil is singular.
std::vector<std::complex<double>> pencilEigenvalues(MatrixConstRef A, MatrixConstRef B);

/// An orthonormal basis of the space that belongs to the eigenvalues of A with negative real parts; without columns where
/// the iteration fails.
Matrix stableSubspace(MatrixConstRef A);

}  // namespace nsds
