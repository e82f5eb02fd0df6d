// Tells whether a matrix is symmetric.
#pragma once

#include "core/arena.hpp"
#include "core/sentence.hpp"
#include "linalg/dense_loops.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// |A_ij - A_ji| <= tolerance s_i s_j everywhere. A is square; s: (rows).
bool is_symmetric(const DenseColumns& A, const double* s, double tolerance) noexcept;

// Checks the symmetry of M in any storage but an operator, at the price of two products. Returns false, and a
// sentence with the name, where M is not symmetric.
bool check_symmetry(const char* name, const nsds_matrix& M, Arena& arena, const Sentence& sentence);

}  // namespace nsds::numerics
