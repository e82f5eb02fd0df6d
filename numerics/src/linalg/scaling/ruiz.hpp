// Equilibrates rows and columns; see scaling.h.
#pragma once

#include <cstdint>
#include <span>

#include "core/arena.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics {

// row: (rows), col: (cols) out. A is not an operator.
void find_ruiz_scaling(const nsds_matrix& A, std::int32_t sweeps, std::span<double> row,
                       std::span<double> col, Arena& arena);

}  // namespace nsds::numerics
