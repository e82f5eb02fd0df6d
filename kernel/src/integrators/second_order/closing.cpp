#include "integrators/second_order/closing.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr double closedByRounding = 1e-14, negligibleGap = 1e-9, leastWay = 1e-5;
// Of what is added up for an output, or for a coordinate, which has a dozen terms or so.
constexpr double roundingOfCoordinates = 16.0 * epsilon;

}  // namespace

double closedGap(const Scales& scales, double h) {
  const double way = scales.length / (scales.time * scales.time) * h * h;
  return std::max(closedByRounding * scales.length, negligibleGap * way);
}

double closingWay(const Scales& scales, double h) {
  return std::max(h * scales.velocity(), leastWay * scales.length);
}

/// Coordinates stand beside the velocities that move them: of a body three of its place, and some of its quaternion, which is of
/// size one as its angles are.
double beyondCoordinates(const CompiledModel& model, std::size_t interaction, std::int32_t row,
                         const double* q, double defect) {
  if (!std::isfinite(defect)) return infinity;
  const CondensedOperator& condensed = model.condensed;
  double size = 0.0;
  for (const CondensedTerm& term : termsOf(condensed, condensed.interactions[interaction])) {
    const double* const H = leftOf(condensed, term, row);
    const PlacedSystem& system = model.systems[static_cast<std::size_t>(term.system)];
    for (std::int32_t i = 0; i < term.size; ++i) size += std::abs(H[i] * q[system.position + i]);
  }
  return std::max(0.0, std::abs(defect) - roundingOfCoordinates * size);
}

double roundingOf(VectorConstRef q) {
  return roundingOfCoordinates * q.cwiseAbs().maxCoeff();
}

}  // namespace nsds
