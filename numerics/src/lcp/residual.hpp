// The class residual of z and w = M z + q (lcp.h states it), one formula for every number of rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/numbers.hpp"
#include "nsds/numerics/report.h"

namespace nsds::numerics::lcp {

// magnitude: (n), |M| |z| + |q|, from which the round-off floor is taken. z and w are not finite: infinity.
inline nsds_residual measured(std::int32_t n, double s_z, double s_w, const double* z, const double* w,
                              const double* magnitude) {
  double value = 0.0, primal = 0.0, dual = 0.0, complementarity = 0.0, floor = 0.0;
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  std::int32_t worst = n > 0 ? 0 : -1;
  for (std::int32_t i = 0; i < n; ++i) {
    const double scaled_z = z[i] / s_z;
    const double scaled_w = w[i] / s_w;
    remains += 0.0 * scaled_z + 0.0 * scaled_w;
    const double map = std::min(scaled_z, scaled_w);
    if (std::fabs(map) > value) {
      value = std::fabs(map);
      worst = i;
    }
    primal = std::max(primal, -scaled_z);
    dual = std::max(dual, -scaled_w);
    complementarity = std::max(complementarity, map);
    floor = std::max(floor, magnitude[i]);
  }
  if (remains != 0.0) value = infinity;
  floor *= std::numeric_limits<double>::epsilon() / s_w;
  return {sizeof(nsds_residual), value, primal, dual, complementarity, floor, worst};
}

}  // namespace nsds::numerics::lcp
