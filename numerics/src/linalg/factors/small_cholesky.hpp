// Cholesky of matrices too small for LAPACK, whose call costs more than the work.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nsds::numerics {

inline constexpr std::int32_t largest_small_cholesky = 32;

// Columns are this far apart; entries below the size are padding.
inline std::size_t small_cholesky_stride(std::int32_t size) {
  return (static_cast<std::size_t>(size) + 3) / 4 * 4;
}

// K: (stride x size), the full matrix with zero padding; out, the columns of L below the diagonal.
// inverse: (size) out, 1 / L_jj. False where a pivot is not positive.
bool small_cholesky(double* K, std::int32_t size, double* inverse) noexcept;

// x: (size) in: right-hand side, out: solution.
void small_cholesky_solve(const double* K, std::int32_t size, const double* inverse, double* x) noexcept;

}  // namespace nsds::numerics
