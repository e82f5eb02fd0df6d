#include "linalg/eigenvalues.hpp"

#include "linalg/lapacke.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

namespace {

/// vectors: A in; the eigenvectors out, if they are asked for.
Vector growingEigenvalues(Matrix& vectors, char job) {
  const lapack_int n = asInt(vectors.rows());
  Vector values = Vector::Zero(n);
  if (n > 0 && (!vectors.allFinite() ||
                failed(LAPACKE_dsyev(LAPACK_COL_MAJOR, job, 'L', n, vectors.data(), n, values.data()))))
    values.setConstant(notANumber);
  return values;
}

}  // namespace

SymmetricEigen symmetricEigen(MatrixConstRef A) {
  SymmetricEigen result{{}, A};
  result.values = growingEigenvalues(result.vectors, 'V');
  return result;
}

Vector symmetricEigenvalues(MatrixConstRef A) {
  Matrix copy = A;
  return growingEigenvalues(copy, 'N');
}

}  // namespace nsds
