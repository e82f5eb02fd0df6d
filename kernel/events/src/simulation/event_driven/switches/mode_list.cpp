#include "simulation/event_driven/switches/mode_list.hpp"

#include <cmath>

#include "linalg/lu.hpp"

namespace nsds {

std::vector<Vector> ModeList::solutions() {
  lambda_.setZero(q_.size());
  choose(0);
  return found_;
}

/// Goes through the states of a row and those after it.
void ModeList::choose(Index row) {
  if (row == q_.size()) return look();
  for (const double bound : {lower_[row], upper_[row]}) {
    if (!std::isfinite(bound)) continue;
    lambda_[row] = bound;
    choose(row + 1);
    if (lower_[row] == upper_[row]) return;  // between is no third state
  }
  between_.push_back(row);
  choose(row + 1);
  between_.pop_back();
}

/// Solves for the rows between, and looks whether all rows are where they should be.
void ModeList::look() {
  constexpr double rounding = 1e-12;
  Vector lambda = lambda_;
  for (const Index row : between_) lambda[row] = 0.0;
  if (!between_.empty()) {
    CompleteLu lu;
    lu.compute(S_(between_, between_), 1e-13);
    if (!lu.isInvertible()) return;
    const Vector right = -(q_ + S_ * lambda)(between_);
    Vector inside(right.size());
    lu.solve(right, inside);
    for (std::size_t k = 0; k < between_.size(); ++k) lambda[between_[k]] = inside[static_cast<Index>(k)];
  }
  const Vector z = S_ * lambda + q_;
  const Vector terms = S_.cwiseAbs() * lambda.cwiseAbs() + q_.cwiseAbs();
  std::vector<unsigned char> isBetween(static_cast<std::size_t>(q_.size()), 0);
  for (const Index row : between_) isBetween[static_cast<std::size_t>(row)] = 1;
  for (Index i = 0; i < q_.size(); ++i) {
    const double small = rounding * terms[i];
    if (isBetween[static_cast<std::size_t>(i)] != 0) {
      const double slack = rounding * std::abs(lambda[i]);
      if (lambda[i] < lower_[i] - slack || lambda[i] > upper_[i] + slack) return;
    } else if (lower_[i] < upper_[i] &&
               ((lambda[i] == lower_[i] && z[i] < -small) || (lambda[i] == upper_[i] && z[i] > small))) {
      return;
    }
  }
  found_.push_back(lambda);
}

}  // namespace nsds
