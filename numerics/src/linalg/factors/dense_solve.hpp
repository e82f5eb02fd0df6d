// Factorises dense matrices by LU and Cholesky in memory of the caller, column-major without gaps, by LAPACK.
#pragma once

#include <cstdint>
#include <span>

#include "nsds/numerics/export.h"

namespace nsds::numerics {

// A = P L U in its place. A: (n x n). pivots: (n) out, counted from 1 as LAPACK does. False where a pivot is zero.
bool factorise_lu(double* A, std::int32_t n, std::int32_t* pivots);

// B = A^-1 B. B: (n x columns).
void solve_lu(const double* LU, std::int32_t n, const std::int32_t* pivots, double* B,
              std::int32_t columns = 1);

// A = A^-1 from its factors. work: as much as LAPACK is to have, n at least. False where a pivot is zero.
bool invert_lu(double* LU, std::int32_t n, const std::int32_t* pivots, std::span<double> work);

// Tells whether all pivots are above that fraction of the largest. LU: (n x n).
bool is_regular_lu(const double* LU, std::size_t n, double fraction);

// A = L L' in the lower triangle, the only one that is read. False where a leading minor is not positive.
NSDS_NUMERICS_API bool factorise_cholesky(double* A, std::int32_t n);

// B = A^-1 B. B: (n x columns).
void solve_cholesky(const double* L, std::int32_t n, double* B, std::int32_t columns = 1);

// B = L^-1 B and B = L'^-1 B.
void solve_lower(const double* L, std::int32_t n, double* B, std::int32_t columns = 1);
void solve_lower_transposed(const double* L, std::int32_t n, double* B, std::int32_t columns = 1);

}  // namespace nsds::numerics
