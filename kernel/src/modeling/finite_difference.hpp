// Central finite differences, for Jacobians that users did not give and for checking those they did.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

/// rate: (m) out, of value(t): (m). The step is short beside what moves within milliseconds, and long beside the rounding
/// of t.
template <class Function>
void timeDifference(const Function& value, double t, VectorRef rate, DifferenceScratch& scratch) {
  const double step = std::max(1e-8, 1e4 * std::numeric_limits<double>::epsilon() * std::abs(t));
  scratch.plus.setZero(rate.size());
  scratch.minus.setZero(rate.size());
  value(t + step, scratch.plus);
  value(t - step, scratch.minus);
  rate = (scratch.plus - scratch.minus) / ((t + step) - (t - step));
}

/// Adds weight times the derivative of value(s): (m) at s = 0 to sum: (m) in/out, by the central difference of order four,
/// (f(-2 step) - 8 f(-step) + 8 f(step) - f(2 step)) / 12 step. Its error is O(step⁴) and rounding over step.
template <class Function>
void addDerivativeAtZero(const Function& value, double step, double weight, VectorRef sum, Vector& scratch) {
  constexpr std::pair<double, double> points[]{{-2.0, 1.0}, {-1.0, -8.0}, {1.0, 8.0}, {2.0, -1.0}};
  for (const auto& [multiple, factor] : points) {
    scratch.setZero(sum.size());
    value(multiple * step, scratch);
    sum += weight * factor / (12.0 * step) * scratch;
  }
}

}  // namespace nsds
