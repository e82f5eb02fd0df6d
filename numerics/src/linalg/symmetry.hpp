// Is a dense matrix symmetric?
#pragma once

#include "linalg/dense_loops.hpp"

namespace nsds::numerics {

// |A_ij - A_ji| <= tolerance s_i s_j everywhere. A is square; s: (rows).
bool is_symmetric(const DenseColumns& A, const double* s, double tolerance) noexcept;

}  // namespace nsds::numerics
