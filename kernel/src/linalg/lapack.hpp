// Dense systems, Cholesky factors and singular values by LAPACK, for what is done once and not in every step.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// X = A⁻¹ B for a regular A. The result is the reciprocal condition number of A in the norm 1, at least: X is not written
/// where that is no more than the rounding of a number.
double solveDense(MatrixConstRef A, MatrixConstRef B, Matrix& X);

/// The sign of det A, as -1, 0 or 1: that of A with rounding, where A is nearly singular. It does not overflow as the determinant
/// does. 0 if A has entries that are not finite.
int determinantSign(MatrixConstRef A);

/// They fall; NaN where the iteration fails, or A has entries that are not finite.
Vector singularValues(MatrixConstRef A);

/// Singular values of A: (m x n), falling, and all n right singular vectors in columns, those of zero last; NaN where the iteration
/// fails.
struct RightSingular {
  Vector values;
  Matrix vectors;
};
RightSingular rightSingular(MatrixConstRef A);

/// L with A = L Lᵀ; empty if the symmetric A is not positive definite or not finite, or has no rows. The lower triangle is read.
Matrix choleskyFactor(MatrixConstRef A);
/// L⁻¹ B for a regular lower triangle L.
Matrix solveLower(const Matrix& L, const Matrix& B);
/// R⁻¹ B and R⁻* B for an upper triangle R; NaN if R is singular, or one of them has NaN.
Eigen::MatrixXcd solveUpper(const Eigen::MatrixXcd& R, const Eigen::MatrixXcd& B);
Eigen::MatrixXcd solveUpperAdjoint(const Eigen::MatrixXcd& R, const Eigen::MatrixXcd& B);
/// A⁻¹ B for a symmetric positive definite A, whose lower triangle is read; NaN if A is not so, or one of them has NaN.
Matrix solveDefinite(MatrixConstRef A, MatrixConstRef B);

}  // namespace nsds
