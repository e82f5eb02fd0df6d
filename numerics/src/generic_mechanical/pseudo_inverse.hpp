// Least squares of least norm with small dense matrices whose rank is not known.
#pragma once

#include <cstddef>
#include <span>

#include "core/arena.hpp"

namespace nsds::numerics::generic_mechanical {

// Finds the x of least norm among those with the least |A x - b|, for each column b. A: (n x n),
// column-major; right: (n x columns), in b, out x. Pivots below 1e-11 of the first are rounding: rows are in
// units in which diagonals are about one. False where LAPACK fails.
bool apply_pseudo_inverse(const double* A, std::size_t n, std::span<double> right, std::size_t columns,
                          Arena& arena);

// inverse: (n x n) out; zero where that fails.
void pseudo_inverse(const double* A, std::size_t n, std::span<double> inverse, Arena& arena);

}  // namespace nsds::numerics::generic_mechanical
