// A vector whose signs a matrix reverses, which shows that it is not P.
#pragma once

#include <cstdint>
#include <vector>

namespace nsds::numerics::analysis {

// x: (n) out, x != 0 with x_i (M x)_i <= 0 for all i, checked beyond rounding, and x_i = 0 outside indices,
// whose minor is not positive while those of its leading parts are. False, and x = 0, where none comes out.
// M: (n x n), column-major.
bool reversed_vector(const std::vector<double>& M, std::int32_t n, std::vector<std::int32_t> indices,
                     double* x);

}  // namespace nsds::numerics::analysis
