#include "linalg/orthogonal.hpp"

#include <Eigen/QR>

namespace nsds {

namespace {

Eigen::CompleteOrthogonalDecomposition<Matrix> decompose(const Matrix& A, double tolerance) {
  Eigen::CompleteOrthogonalDecomposition<Matrix> qr;
  qr.setThreshold(tolerance);
  qr.compute(A);
  return qr;
}

}  // namespace

Vector leastNorm(const Matrix& A, const Vector& b, double tolerance) {
  return decompose(A, tolerance).solve(b);
}

Matrix leastNorm(const Matrix& A, const Matrix& B, double tolerance) {
  return decompose(A, tolerance).solve(B);
}

Matrix orthonormalBasis(const Matrix& A) {
  return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

struct PivotedQr::Factors {
  Eigen::ColPivHouseholderQR<Matrix> qr;
};

PivotedQr::PivotedQr() : factors_(std::make_unique<Factors>()) {}
PivotedQr::~PivotedQr() = default;

void PivotedQr::compute(const Matrix& A, double tolerance) {
  factors_->qr.setThreshold(tolerance);
  factors_->qr.compute(A);
}

Index PivotedQr::rank() const {
  return factors_->qr.rank();
}

Index PivotedQr::column(Index i) const {
  return factors_->qr.colsPermutation().indices()[i];
}

}  // namespace nsds
