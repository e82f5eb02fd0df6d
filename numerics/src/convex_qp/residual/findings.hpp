// What is found to be wrong with a point of a convex program.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/numbers.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::convex_qp {

// Keeps the worst and where it is. What is no number is as bad as can be.
inline void note(double value, std::int32_t where, nsds_residual& residual) {
  if (value <= residual.value) return;
  residual.value = std::isnan(value) ? infinity : value;
  residual.worst = where;
}

}  // namespace nsds::numerics::convex_qp
