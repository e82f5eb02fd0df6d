#include "affine/absolute_residual.hpp"

#include <algorithm>
#include <cmath>

#include "affine/box_problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

AbsoluteResidual absolute_residual(const BoxProblem& problem, const double* z, const double* w) {
  const double product = problem.caller == nullptr ? 1.0 : problem.caller->product;
  AbsoluteResidual found;
  double gap = 0.0;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double unit = problem.caller == nullptr ? 1.0 : problem.caller->unknowns[index(i)];
    const double free = uncarried(problem, i, w[i]);
    double& part = i < problem.primal ? found.dual : found.primal;
    part = std::max(part, free * product / unit);
    if (i < problem.primal)
      found.primal =
          std::max({found.primal, (problem.lower[i] - z[i]) * unit, (z[i] - problem.upper[i]) * unit});
    gap += w[i] * (w[i] != 0.0 && free == 0.0 ? z[i] - bound_against(problem, i, w[i]) : z[i]);
    if (i < problem.primal) found.objective += z[i] * problem.map.q[i];
  }
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    if (i < problem.primal && j < problem.primal) found.objective += 0.5 * z[i] * value * z[j];
  });
  found.gap = std::fabs(gap) * product;
  found.objective *= product;
  return found;
}

}  // namespace nsds::numerics::affine
