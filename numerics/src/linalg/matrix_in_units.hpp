// Copies of matrices in other units.
#pragma once

#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// The matrix of entries row_i M_ij col_j: dense where M is, else by columns. row: (rows), col: (cols). M is no operator.
// The arena must outlive it.
nsds_matrix matrix_in_units(const nsds_matrix& M, std::span<const double> row, std::span<const double> col,
                            Arena& arena);

}  // namespace nsds::numerics
