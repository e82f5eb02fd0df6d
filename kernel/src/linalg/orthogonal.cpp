#include "linalg/orthogonal.hpp"

#include <lapacke.h>

#include <cmath>
#include <new>
#include <numeric>

#include "linalg/numbers.hpp"

namespace nsds {

namespace {

/// LAPACK refuses matrices with NaN; whoever reads the result must find it there. Anything else that it reports of
/// sound arguments is a lack of memory.
Matrix notANumber(Index rows, Index columns, lapack_int failure) {
  if (failure == LAPACK_WORK_MEMORY_ERROR) throw std::bad_alloc();
  return Matrix::Constant(rows, columns, std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

Matrix leastNorm(const Matrix& A, const Matrix& B, double tolerance) {
  const lapack_int m = asInt(A.rows());
  const lapack_int n = asInt(A.cols());
  Matrix factors = A;
  Matrix x = Matrix::Zero(std::max(m, n), B.cols());  // in: the right-hand sides, out: the solutions
  x.topRows(m) = B;
  if (m > 0 && n > 0 && B.cols() > 0) {
    std::vector<lapack_int> order(static_cast<std::size_t>(n), 0);
    lapack_int rank = 0;
    const lapack_int failed = LAPACKE_dgelsy(LAPACK_COL_MAJOR, m, n, asInt(B.cols()), factors.data(), m,
                                             x.data(), std::max(m, n), order.data(), tolerance, &rank);
    if (failed != 0) return notANumber(n, B.cols(), failed);
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
  lapack_int failed = LAPACKE_dgeqrf(LAPACK_COL_MAJOR, m, n, Q.data(), m, reflectors.data());
  if (failed == 0) failed = LAPACKE_dorgqr(LAPACK_COL_MAJOR, m, n, n, Q.data(), m, reflectors.data());
  return failed == 0 ? Q : notANumber(m, n, failed);
}

void PivotedQr::compute(const Matrix& A, double tolerance) {
  const lapack_int m = asInt(A.rows());
  const lapack_int n = asInt(A.cols());
  factors_ = A;
  order_.assign(static_cast<std::size_t>(n), 0);
  reflectors_.resize(std::min(m, n));
  rank_ = 0;
  if (m == 0 || n == 0) return keepOrder();
  const lapack_int failed =
      LAPACKE_dgeqp3(LAPACK_COL_MAJOR, m, n, factors_.data(), m, order_.data(), reflectors_.data());
  if (failed == LAPACK_WORK_MEMORY_ERROR) throw std::bad_alloc();
  if (failed != 0) return keepOrder();
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
