// Eliminates a dense front of a multifrontal factorisation.
#pragma once

#include <cstddef>
#include <span>

#include "friction/contact/small_lu.hpp"

namespace nsds::numerics::friction {

// Blocks of d x d, columns of numbers one after the other. With p pivots and b places of the border:
//   [ left.top    | right   ]   left: d (p + b) rows, d p columns
//   [ left.bottom | passed  ]   right: d p x d b, passed: d b x d b
struct FrontMatrix {
  std::size_t pivots, border;
  double *left, *right, *passed;
};

// left = L below the diagonal blocks, those of L being identities; factors of the diagonal blocks of U on the
// diagonal, of which `orders` has the order of rows; U above and in right; passed = what is left for the
// parent. No pivoting but within the diagonal blocks; false where one is singular. sign: multiplied by that
// of the determinant of U.
template <int D>
bool eliminate_pivots(const FrontMatrix& front, std::span<RowOrder<D>> orders, double& sign);

// y -= A x for the solution with such factors. A: rows x columns, the columns `leading` apart and as many as
// D divides.
template <int D>
void subtract_matrix_vector(std::size_t rows, std::size_t columns, const double* A, std::size_t leading,
                            const double* x, double* y);

}  // namespace nsds::numerics::friction
