#include "linalg/orthogonal.hpp"

#include <cmath>
#include <numeric>

#include "linalg/lapacke.hpp"
#include "linalg/numbers.hpp"

namespace nsds {

Matrix leastNorm(const Matrix& A, const Matrix& B, double tolerance) {
  const lapack_int m = asInt(A.rows());
  const lapack_int n = asInt(A.cols());
  Matrix factors = A;
  Matrix x = Matrix::Zero(std::max(m, n), B.cols());  // in: the right-hand sides, out: the solutions
  x.topRows(m) = B;
  if (m > 0 && n > 0 && B.cols() > 0) {
    std::vector<lapack_int> order(static_cast<std::size_t>(n), 0);
    lapack_int rank = 0;
    if (failed(LAPACKE_dgelsy(LAPACK_COL_MAJOR, m, n, asInt(B.cols()), factors.data(), m, x.data(),
                              std::max(m, n), order.data(), tolerance, &rank)))
      return Matrix::Constant(n, B.cols(), notANumber);
  }
  return x.topRows(n);
}

Vector leastNorm(const Matrix& A, const Vector& b, double tolerance) {
  return leastNorm(A, Matrix(b), tolerance);
}

Matrix orthonormalBasis(const Matrix& A) {
  const lapack_int m = asInt(A.rows());
  const lapack_int n = asInt(A.cols());
  Matrix Q = A;
  Vector reflectors(n);
  if (failed(LAPACKE_dgeqrf(LAPACK_COL_MAJOR, m, n, Q.data(), m, reflectors.data())) ||
      failed(LAPACKE_dorgqr(LAPACK_COL_MAJOR, m, n, n, Q.data(), m, reflectors.data())))
    return Matrix::Constant(m, n, notANumber);
  return Q;
}

void PivotedQr::compute(const Matrix& A, double tolerance) {
  const lapack_int m = asInt(A.rows());
  const lapack_int n = asInt(A.cols());
  factors_ = A;
  order_.assign(static_cast<std::size_t>(n), 0);
  reflectors_.resize(std::min(m, n));
  rank_ = 0;
  if (m == 0 || n == 0) return keepOrder();
  if (failed(LAPACKE_dgeqp3(LAPACK_COL_MAJOR, m, n, factors_.data(), m, order_.data(), reflectors_.data())))
    return keepOrder();
  // Pivots fall from the first to the last.
  const double largest = std::abs(factors_(0, 0));
  while (rank_ < reflectors_.size() && std::abs(factors_(rank_, rank_)) > tolerance * largest) ++rank_;
}

void PivotedQr::keepOrder() {
  std::iota(order_.begin(), order_.end(), 1);
}

Index PivotedQr::column(Index i) const {
  return order_[static_cast<std::size_t>(i)] - 1;  // LAPACK counts from 1
}

}  // namespace nsds
