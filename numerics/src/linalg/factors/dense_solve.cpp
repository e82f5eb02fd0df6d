#include "linalg/factors/dense_solve.hpp"

#include <lapacke.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nsds::numerics {

// LAPACK has dgesv for both steps, which OpenBLAS gives to all its threads however small the system is.
bool factorise_lu(double* A, std::int32_t n, std::int32_t* pivots) {
  return n == 0 || LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, A, n, pivots) == 0;
}

void solve_lu(const double* LU, std::int32_t n, const std::int32_t* pivots, double* B, std::int32_t columns) {
  if (n > 0) LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, columns, LU, n, pivots, B, n);
}

bool invert_lu(double* LU, std::int32_t n, const std::int32_t* pivots, std::span<double> work) {
  return n == 0 || LAPACKE_dgetri_work(LAPACK_COL_MAJOR, n, LU, n, pivots, work.data(),
                                       static_cast<std::int32_t>(work.size())) == 0;
}

bool is_regular_lu(const double* LU, std::size_t n, double fraction) {
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    least = std::min(least, std::fabs(LU[k * n + k]));
    largest = std::max(largest, std::fabs(LU[k * n + k]));
  }
  return least > fraction * largest;
}

bool factorise_cholesky(double* A, std::int32_t n) {
  return n == 0 || LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', n, A, n) == 0;
}

void solve_cholesky(const double* L, std::int32_t n, double* B, std::int32_t columns) {
  if (n > 0) LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', n, columns, L, n, B, n);
}

void solve_lower(const double* L, std::int32_t n, double* B, std::int32_t columns) {
  if (n > 0) LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'N', 'N', n, columns, L, n, B, n);
}

void solve_lower_transposed(const double* L, std::int32_t n, double* B, std::int32_t columns) {
  if (n > 0) LAPACKE_dtrtrs_work(LAPACK_COL_MAJOR, 'L', 'T', 'N', n, columns, L, n, B, n);
}

}  // namespace nsds::numerics
