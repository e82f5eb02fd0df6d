#include "affine/residual/duality_gap.hpp"

#include <cmath>

namespace nsds::numerics::affine {
namespace {

// A gradient of rounding does not lean on a bound that is far away, which would cost it its distance. whole: of the objective.
bool leans_on_its_bound(const RowPoint& point, std::int32_t i, double bound, double whole) {
  const double z = point.z[i], w = point.w[i];
  if (w == 0.0 || bound == infinity || bound == -infinity) return false;
  const double cost = ratio(std::fabs(w * (z - bound)), whole);
  const double stationary = std::max(ratio(std::fabs(w), point.scale(i)), ratio(std::fabs(w * z), whole));
  return !(stationary < cost);
}

}  // namespace

void judge_gap(const RowPoint& point, RowFindings& found) {
  const BoxProblem& problem = point.problem;
  const double* const z = point.z;
  const double* const w = point.w;
  // The parts of the objective, of which the largest is what the gap is measured against.
  double linear = 0.0, quadratic = 0.0, rows = 0.0, noise = 0.0, rounding = 0.0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    noise = std::max(noise, std::fabs(z[i]) * point.scale(i));
    rounding += std::fabs(z[i]) * point.terms.sum(problem, i);
    if (i < problem.primal) {
      linear += problem.map.q[i] * z[i];
      quadratic += point.terms.product[index(i)] * z[i];
    } else {
      rows -= problem.map.q[i] * z[i];
    }
  }
  double whole = std::max({std::fabs(linear), std::fabs(quadratic), std::fabs(rows)});
  // The gap, to which bounds contribute by the gradients that lean on them.
  double gap = 0.0, price = 0.0, bounds = 0.0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double bound = bound_against(problem, i, w[i]);
    if (i >= problem.primal) {
      gap += w[i] * z[i];
      price += std::fabs(z[i]) * uncarried(problem, i, w[i]);
    } else if (leans_on_its_bound(point, i, bound, whole)) {
      gap += w[i] * (z[i] - bound);
      bounds += w[i] * bound;
    } else {
      gap += w[i] * z[i];
      price += std::fabs(w[i] * z[i]);
      found.take(&nsds_residual::dual, ratio(std::fabs(w[i]), point.scale(i)), i);
    }
  }
  whole = point.units.unless_rounding(std::max(whole, std::fabs(bounds)), noise);
  found.take(&nsds_residual::complementarity, ratio(std::fabs(gap) + price, whole));
  found.take_roundoff(epsilon * ratio(rounding, whole));
}

}  // namespace nsds::numerics::affine
