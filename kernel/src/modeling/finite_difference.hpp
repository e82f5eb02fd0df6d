// Central finite differences, for Jacobians that users did not give and for checking those they did.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/kernel/modeling/difference_scratch.hpp"

namespace nsds {

/// jacobian: (m x n) out, of value(x): (m) at x: (n). The step is eps^(1/3) times the size of x, or of what x
/// usually is (typical, in the unit of x; 0 if unknown, which counts as 1), whichever is larger: the error is
/// O(eps^(2/3)) in any unit.
template <class Function>
void centralDifferences(const Function& value, VectorConstRef x, double typical, MatrixRef jacobian,
                        DifferenceScratch& scratch) {
  const double size = std::max(x.cwiseAbs().maxCoeff(), typical > 0.0 ? typical : 1.0);
  const double step = std::cbrt(std::numeric_limits<double>::epsilon()) * size;
  auto& [at, plus, minus] = scratch;
  at = x;
  plus.resize(jacobian.rows());
  minus.resize(jacobian.rows());
  for (Index i = 0; i < x.size(); ++i) {
    at[i] = x[i] + step;
    const double right = at[i];
    plus.setZero();
    value(at, plus);
    at[i] = x[i] - step;
    const double left = at[i];
    minus.setZero();
    value(at, minus);
    at[i] = x[i];
    jacobian.col(i) = (plus - minus) / (right - left);
  }
}

}  // namespace nsds
