// Structures by which a matrix with positive diagonal is P: triangular, H-matrix.
#pragma once

#include "nsds/numerics/matrix.h"

namespace nsds::numerics::analysis {

// Tells whether M, dense or CSC, is triangular for some order of its rows and columns.
bool is_triangular_reordered(const nsds_matrix& M);

// Tells whether <M> u > 0 for some u > 0, beyond rounding. <M> has the diagonal of M and -|M_ij| beside it.
// M: dense or CSC.
bool is_h_matrix(const nsds_matrix& M);

// Tells whether no entry beside the diagonal is positive.
bool is_z_matrix(const nsds_matrix& M);

}  // namespace nsds::numerics::analysis
