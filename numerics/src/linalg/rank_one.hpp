// The loop that pivoting spends its time in.
#pragma once

#include <cstddef>

namespace nsds::numerics {

// For every row but `fixed` whose entry a in that column is not zero: the entry becomes zero, and then
// row += a * x. values: rows of `stride` entries one after the other; x: (stride), may be the row `fixed`.
// Where the processor has wider vectors they are used, with the same operations in the same order and no
// fused ones: the bits are the same.
void eliminate_column(double* values, std::size_t rows, std::size_t stride, std::size_t column,
                      std::size_t fixed, const double* x) noexcept;

}  // namespace nsds::numerics
