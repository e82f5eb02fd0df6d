#include "simulation/event_driven/switches/mode_check.hpp"

#include <algorithm>
#include <cmath>

#include "nsds/kernel/error.hpp"

namespace nsds {

namespace {

/// What is smaller beside its size is zero.
constexpr double zeroPart = 1e-9;
/// A change that is smaller beside a size is rounding, and one smaller beside the changes of other multipliers is zero.
constexpr double roundingPart = 1e-14;
constexpr double restPart = 1e-5;
constexpr std::size_t mostOpen = 6;

}  // namespace

ModeCheck::Values ModeCheck::valuesOf(Sliding& sliding, double t, VectorConstRef x) {
  FirstOrderPoint point;
  Vector lambda;
  sliding.solve(t, x, lambda, point);
  return {point.y, lambda, point.rate};
}

/// A value that has to be positive is, or is zero and does not fall.
bool ModeCheck::stays(double now, double soon, double size, double change) {
  if (std::abs(now) > zeroPart * size) return now > 0.0;
  return soon - now >= -(roundingPart * size + restPart * change);
}

bool ModeCheck::goesOn(double t, VectorConstRef x, const RowStates& states, const Vector& lambda) {
  Sliding sliding(model_, rows_);
  Values now;
  Values soon;
  try {
    sliding.begin(states, t, x, lambda);
    now = valuesOf(sliding, t, x);
    soon = valuesOf(sliding, t + ahead_, x + ahead_ * now.rate);
  } catch (const Error&) {
    return false;  // the multipliers are not determined
  }
  const double largest = now.lambda.cwiseAbs().maxCoeff();
  const double change = (soon.lambda - now.lambda).cwiseAbs().maxCoeff();
  for (Index i = 0; i < rows_.size(); ++i) {
    const RowState state = states[static_cast<std::size_t>(i)];
    const double lower = rows_.lower()[i];
    const double upper = rows_.upper()[i];
    if (state == RowState::between) {
      if (std::abs(now.y[i]) > zeroPart * sizes_[i]) return false;
      double size = largest;
      for (const double bound : {lower, upper})
        if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
      if (std::isfinite(lower) && !stays(now.lambda[i] - lower, soon.lambda[i] - lower, size, change))
        return false;
      if (std::isfinite(upper) && !stays(upper - now.lambda[i], upper - soon.lambda[i], size, change))
        return false;
    } else if (lower < upper) {
      const double side = state == RowState::lower ? 1.0 : -1.0;
      if (!stays(side * now.y[i], side * soon.y[i], sizes_[i], 0.0)) return false;
    }
  }
  return true;
}

std::optional<RowStates> ModeCheck::others(double t, VectorConstRef x, RowStates states, const Vector& lambda,
                                           std::span<const Index> open) {
  if (open.empty()) return goesOn(t, x, states, lambda) ? std::optional(states) : std::nullopt;
  if (open.size() > mostOpen) return std::nullopt;
  const Index row = open.front();
  for (const RowState state : {RowState::between, RowState::lower, RowState::upper}) {
    if (state != RowState::between && !std::isfinite(rows_.bound(row, state))) continue;
    states[static_cast<std::size_t>(row)] = state;
    if (auto found = others(t, x, states, lambda, open.subspan(1))) return found;
  }
  return std::nullopt;
}

}  // namespace nsds
