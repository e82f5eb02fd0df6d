// Computes spectra and invariant subspaces of dense matrices that are Hermitian or have no symmetry, by LAPACK but for the Schur
// form. A matrix with entries that are not finite counts as one whose iteration fails.
#pragma once

#include <complex>
#include <vector>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Eigenvalues of a Hermitian matrix, growing, and orthonormal eigenvectors; NaN where the iteration fails. The lower triangle is
/// read.
struct HermitianEigen {
  Vector values;
  Eigen::MatrixXcd vectors;
};
HermitianEigen hermitianEigen(const Eigen::MatrixXcd& A);

/// Eigenvalues of a matrix of any kind, in no order but that conjugate ones follow each other, and an eigenvector of norm 1 for
/// each; NaN where the iteration fails. The vectors of a defective matrix are dependent.
struct GeneralEigen {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
GeneralEigen generalEigen(MatrixConstRef A);

/// A = U T U* with an upper triangle T, whose diagonal are the eigenvalues, and a unitary U; NaN where the iteration fails.
struct ComplexSchur {
  Eigen::MatrixXcd T;
  Eigen::MatrixXcd U;
};
ComplexSchur complexSchur(MatrixConstRef A);

/// The h at which A - h B is singular, infinite ones left out; none where the iteration fails, or the pencil is singular.
std::vector<std::complex<double>> pencilEigenvalues(MatrixConstRef A, MatrixConstRef B);

/// An orthonormal basis of the space that belongs to the eigenvalues of A with negative real parts; without columns where
/// the iteration fails.
Matrix stableSubspace(MatrixConstRef A);

}  // namespace nsds
