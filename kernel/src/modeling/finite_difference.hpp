// Central finite differences, for Jacobians that users did not give and for checking those they did.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "nsds/kernel/types.hpp"

namespace nsds {

/// Vectors that repeated differences of the same sizes use again.
struct DifferenceScratch {
  Vector at;
  Vector plus;
  Vector minus;
};

/// jacobian: (m x n) out, of value(x): (m) at x: (n). Step eps^(1/3) max(1, |x_i|): error O(eps^(2/3)).
template <class Function>
void centralDifferences(const Function& value, VectorConstRef x, MatrixRef jacobian,
                        DifferenceScratch& scratch) {
  const double relativeStep = std::cbrt(std::numeric_limits<double>::epsilon());
  auto& [at, plus, minus] = scratch;
  at = x;
  plus.resize(jacobian.rows());
  minus.resize(jacobian.rows());
  for (Index i = 0; i < x.size(); ++i) {
    const double step = relativeStep * std::max(1.0, std::abs(x[i]));
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
