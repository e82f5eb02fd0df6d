// Decides by derivatives the rows that the problem of modes leaves open.
#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "simulation/event_driven/switches/mode_problem.hpp"

namespace nsds {

/// The least time in which a state changes by its size.
double ModeProblem::fastest(VectorConstRef x) const {
  const Vector sizes = stateSizes(x);
  double time = zero_.scales.time;
  for (Index i = 0; i < x.size(); ++i)
    if (sizes[i] > 0.0) time = std::min(time, sizes[i] / std::abs(point_.rate[i]));
  return time;
}

/// The derivative of z for constant multipliers, from this instant on.
ModeProblem::Slope ModeProblem::slopeAt(double t, VectorConstRef x, const Problem& problem,
                                        const Vector& lambda) const {
  const Vector direction = point_.rate;
  const auto ahead = [&](double s) {
    FirstOrderPoint point;
    model_.evaluate(t + s, x + s * direction, lambda, point);
    return Vector(soon(point)(chosen_));
  };
  const double step = 1e-4 * fastest(x);
  const Vector now = ahead(0.0);
  const Vector near = ahead(step);
  const Vector far = ahead(2.0 * step);
  return {(4.0 * near - 3.0 * now - far) / (2.0 * step),
          16.0 * epsilon * (now.cwiseAbs() + near.cwiseAbs() + problem.terms) / step};
}

/// Where λ is at a bound and z is zero, both as far as is known, the same law holds for their derivatives.
void ModeProblem::classifyByDerivatives(double t, VectorConstRef x, const Problem& problem,
                                        const Slope& slope, const RowStates& before, RowStates& states) {
  std::vector<unsigned char> open(static_cast<std::size_t>(slope.value.size()), 0);
  for (const Index k : undecided_) open[static_cast<std::size_t>(k)] = 1;
  std::vector<Index> places;
  const Problem derivative = derivativeOf(problem, slope, open, states, places);
  const Vector change = solve(t, x, derivative);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (open[static_cast<std::size_t>(places[k])] == 0) continue;
    const auto place = static_cast<Index>(k);
    const auto row = static_cast<std::size_t>(derivative.rows[k]);
    const double inside = derivative.S.row(place).cwiseAbs().maxCoeff() * std::abs(change[place]);
    const double z = std::abs(derivative.S.row(place) * change + derivative.q[place]);
    const double terms =
        std::abs(derivative.q[place]) + derivative.S.row(place).cwiseAbs() * change.cwiseAbs();
    // One of the two is zero. What multipliers do through y' alone is small in z where D has a part in it.
    const double part = direct_[row] != 0 ? partAhead : 1.0;
    const double small = std::max(part * slope.rounding[places[k]], 1e-12 * terms);
    const bool neither = std::max(inside, z) <= small;
    if (neither ? before[row] == RowState::between : inside > z) states[row] = RowState::between;
  }
}

/// Derivatives of multipliers are free between the bounds, on one side of zero where their row is open, and zero at a bound
/// that z holds them at. places: of its rows in the problem, out.
ModeProblem::Problem ModeProblem::derivativeOf(const Problem& problem, const Slope& slope,
                                               const std::vector<unsigned char>& open,
                                               const RowStates& states, std::vector<Index>& places) const {
  Problem derivative;
  for (Index k = 0; k < slope.value.size(); ++k) {
    const Index row = problem.rows[static_cast<std::size_t>(k)];
    const bool between = states[static_cast<std::size_t>(row)] == RowState::between;
    if (!between && open[static_cast<std::size_t>(k)] == 0) continue;
    places.push_back(k);
    derivative.rows.push_back(row);
  }
  derivative.S = problem.S(places, places);
  derivative.q = slope.value(places);
  derivative.lower.setConstant(std::ssize(places), -infinity);
  derivative.upper.setConstant(std::ssize(places), infinity);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (open[static_cast<std::size_t>(places[k])] == 0) continue;
    const bool atLower = states[static_cast<std::size_t>(derivative.rows[k])] == RowState::lower;
    (atLower ? derivative.lower : derivative.upper)[static_cast<Index>(k)] = 0.0;
  }
  return derivative;
}

}  // namespace nsds
