// Factorises dense matrices by LU and Cholesky, by LAPACK.
#include <lapacke.h>

#include <algorithm>
#include <cmath>

#include "linalg/factors/factors.hpp"

namespace nsds::numerics {

bool DenseFactor::factorise(const nsds_matrix& A, bool cholesky, const Sentence& sentence) {
  n_ = A.rows;
  cholesky_ = cholesky;
  const auto n = static_cast<std::size_t>(n_);
  factors_.resize(n * n);
  pivots_.resize(n);
  work_.resize(4 * n);
  integer_work_.resize(n);
  const auto entry = [&](std::int32_t i, std::int32_t j) {
    return A.as.dense.values[i + static_cast<std::ptrdiff_t>(j) * A.as.dense.leading_dimension];
  };
  // The matrix is copied, and its 1-norm kept for the estimate of its condition.
  norm_ = 0.0;
  for (std::int32_t j = 0; j < n_; ++j) {
    double sum = 0.0;
    for (std::int32_t i = 0; i < n_; ++i) {
      const double value = cholesky && i < j ? entry(j, i) : entry(i, j);  // only the lower triangle is read
      factors_[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(i)] = value;
      sum += std::fabs(value);
    }
    norm_ = std::max(norm_, sum);
  }
  if (n_ == 0) return true;
  const lapack_int info =
      cholesky ? LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n_, factors_.data(), n_)
               : LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n_, n_, factors_.data(), n_, pivots_.data());
  // LAPACK says at which minor or pivot it has stopped.
  if (info == 0) return true;
  if (cholesky) {
    sentence.write("the leading minor of order {} is not positive: the matrix is not positive definite.",
                   info);
  } else {
    sentence.write("pivot {} of the LU factorisation is zero: the matrix is singular.", info - 1);
  }
  return false;
}

void DenseFactor::solve(double* B, std::int32_t columns, std::int32_t ldb) {
  if (n_ == 0 || columns == 0) return;
  if (cholesky_) {
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n_, columns, factors_.data(), n_, B, ldb);
  } else {
    LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n_, columns, factors_.data(), n_, pivots_.data(), B, ldb);
  }
}

double DenseFactor::rcond() {
  double value = 1.0;
  if (n_ == 0) return value;
  if (cholesky_) {
    LAPACKE_dpocon_work(LAPACK_COL_MAJOR, 'L', n_, factors_.data(), n_, norm_, &value, work_.data(),
                        integer_work_.data());
  } else {
    LAPACKE_dgecon_work(LAPACK_COL_MAJOR, '1', n_, factors_.data(), n_, norm_, &value, work_.data(),
                        integer_work_.data());
  }
  return value;
}

}  // namespace nsds::numerics
