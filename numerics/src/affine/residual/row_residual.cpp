#include "affine/residual/row_residual.hpp"

#include <cmath>
#include <optional>

#include "affine/residual/absolute_residual.hpp"
#include "affine/residual/duality_gap.hpp"
#include "affine/residual/row_complementarity.hpp"
#include "affine/residual/row_point.hpp"

namespace nsds::numerics::affine {
namespace {

// The part of the residual that row i counts in.
double nsds_residual::*side(const BoxProblem& problem, std::int32_t i) {
  return i < problem.primal ? &nsds_residual::dual : &nsds_residual::primal;
}

double violation_of_bounds(const RowPoint& point, std::int32_t i) {
  const double z = point.z[i], lower = point.problem.lower[i], upper = point.problem.upper[i];
  const bool below = z < lower;
  if (!below && !(z > upper)) return 0.0;
  const double bound = below ? lower : upper;
  const double size = std::max(std::fabs(bound), std::fabs(z));
  return ratio(std::fabs(z - bound), point.units.unless_rounding(size, point.units.possible_unknown(i)));
}

void judge_rows(const RowPoint& point, RowFindings& found) {
  const BoxProblem& problem = point.problem;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    found.take(&nsds_residual::primal, violation_of_bounds(point, i), i);
    found.take(side(problem, i), ratio(uncarried(problem, i, point.w[i]), point.scale(i)), i);
    found.take_roundoff(epsilon * ratio(point.terms.sum(problem, i), point.scale(i)));
  }
}

void judge_absolutely(const RowPoint& point, const RowMeasure& measure, RowFindings& found) {
  if (measure.absolute == 0.0) return;
  const AbsoluteResidual seen = absolute_residual(point.problem, point.z, measure.arena);
  found.take(&nsds_residual::primal, measure.absolute * seen.primal);
  found.take(&nsds_residual::dual, measure.absolute * seen.dual);
  found.take(&nsds_residual::complementarity, measure.absolute * seen.gap);
}

// A row that holds relative to its terms, and not relative to the data, is one of a point that has run away: so far that
// what is left of the row is a part of the data, or that rounding is. missed(i): what row i is short of holding.
template <class Missed>
void look_for_rays(const RowPoint& point, RowFindings& found, Missed&& missed) {
  if (found.value() > large_part_of_data) return;
  const BoxProblem& problem = point.problem;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    if (!point.units.has_data(i)) continue;  // every multiple of a solution is one
    const double left = missed(i);
    const double right = std::fabs(problem.map.q[i]);
    if (left > std::max(large_part_of_data * right, held * point.scale(i))) {
      const double part = point.units.part_of_data(i, left);
      if (part > large_part_of_data) found.take(side(problem, i), part, i);
    }
    const double rounding = point.units.rounding(i);
    if (rounding > too_much_rounding) found.take(side(problem, i), rounding, i);
  }
}

}  // namespace

nsds_residual row_residual(const BoxProblem& problem, RowMeasure& measure, const double* z, double* w) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (problem.map.n == 0) return residual;
  residual.worst = 0;
  if (!measure.terms.evaluate(problem, z, w)) {
    residual.value = infinity;
    return residual;
  }
  // The units of the problem, found once, decide what rows of this point are measured against.
  measure.units.find(problem);
  measure.units.measure(problem, z);
  measure.terms.choose_scales(problem, measure.units);
  const RowPoint point{problem, measure.units, measure.terms, z, w};
  // Rows and bounds, then optimality or complementarity.
  RowFindings found(residual);
  judge_rows(point, found);
  std::optional<RowComplementarity> products;
  if (measure.has_objective) {
    judge_gap(point, found);
  } else {
    products.emplace(point, measure.reach).judge(found);
  }
  judge_absolutely(point, measure, found);
  look_for_rays(point, found,
                [&](std::int32_t i) { return products ? products->missed(i) : uncarried(problem, i, w[i]); });
  if (!found.is_number()) residual.value = infinity;
  return residual;
}

}  // namespace nsds::numerics::affine
