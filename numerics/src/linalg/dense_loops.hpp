// These are the loops that dense problems spend their time in. Where the processor has wider vectors they are
// used, with the same operations in the same order and no fused ones: the bits are the same.
#pragma once

#include <cstddef>
#include <span>

#include "nsds/numerics/export.h"

namespace nsds::numerics {

inline constexpr std::size_t dense_row_unit = 4;  // as quad_size of wide.hpp

// Eliminates the column from every row but `fixed` whose entry a in it is not zero: the entry becomes zero,
// and then row += a * x. values: rows of `stride` entries, a multiple of dense_row_unit, one after the other;
// x: (stride), the row `fixed` or elsewhere.
void eliminate_column(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                      std::size_t fixed, const double* x) noexcept;

// Columns one after the other, `leading` entries apart.
struct DenseColumns {
  const double* values;
  std::size_t leading;
  std::size_t rows;
  std::size_t cols;
};

// y += A x. Columns whose x_j is zero, about half of them in a complementary vector, are not read.
void add_columns(const DenseColumns& A, const double* x, double* y) noexcept;

// y += A x and magnitude += |A| |x|, the same way.
void add_columns_and_magnitude(const DenseColumns& A, const double* x, double* y, double* magnitude) noexcept;

// max_i | min(alpha x_i, beta y_i) |; NaN where one of them is.
double largest_minimum(const double* x, double alpha, const double* y, double beta,
                       std::size_t count) noexcept;

// max_i |x_i y_i|, of finite numbers.
double largest_product(const double* x, const double* y, std::size_t count) noexcept;

// ||x||_2, where the squares of x are beyond the range of numbers as well.
double norm_2(std::span<const double> x) noexcept;

NSDS_NUMERICS_API bool all_finite(const double* x, std::size_t count) noexcept;

}  // namespace nsds::numerics
