// Units of rows and columns in which the entries of a matrix are about one.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// The least squares solution of log |M_ij| + log row_i + log col_j = 0, to about a factor of two [Curtis, Reid 1972,
// J. Inst. Math. Appl. 10], then the largest entries of rows and columns brought to one: it follows every change of
// units of rows and columns. row, col: (n) out. M is square, no operator.
void equilibrate_by_means(const nsds_matrix& M, std::span<double> row, std::span<double> col, Arena& arena);

}  // namespace nsds::numerics
