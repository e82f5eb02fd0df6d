#include "affine/absolute_residual.hpp"

#include <algorithm>
#include <cmath>

#include "affine/box_problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

namespace {

using Wide = long double;

// M z + q, and the objective of a program.
std::span<const Wide> wide_image(const BoxProblem& problem, const double* z, Wide& objective, Arena& arena) {
  const std::span<Wide> w = arena.take<Wide>(index(problem.map.n));
  for (std::size_t i = 0; i < w.size(); ++i) w[i] = problem.map.q[i];
  objective = 0.0;
  for (std::int32_t i = 0; i < problem.primal; ++i) objective += Wide{z[i]} * problem.map.q[i];
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const Wide term = Wide{value} * z[j];
    w[index(i)] += term;
    if (i < problem.primal && j < problem.primal) objective += Wide{0.5} * z[i] * term;
  });
  return w;
}

}  // namespace

AbsoluteResidual absolute_residual(const BoxProblem& problem, const double* z, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const double product = problem.caller == nullptr ? 1.0 : problem.caller->product;
  AbsoluteResidual found;
  Wide gap = 0.0, objective = 0.0;
  const std::span<const Wide> wide = wide_image(problem, z, objective, arena);
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double unit = problem.caller == nullptr ? 1.0 : problem.caller->unknowns[index(i)];
    const auto w = static_cast<double>(wide[index(i)]);
    const double free = uncarried(problem, i, w);
    double& part = i < problem.primal ? found.dual : found.primal;
    part = std::max(part, free * product / unit);
    if (i < problem.primal)
      found.primal =
          std::max({found.primal, (problem.lower[i] - z[i]) * unit, (z[i] - problem.upper[i]) * unit});
    const bool leans = w != 0.0 && free == 0.0;
    gap += wide[index(i)] * (leans ? Wide{z[i]} - bound_against(problem, i, w) : Wide{z[i]});
  }
  found.gap = std::fabs(static_cast<double>(gap)) * product;
  found.objective = static_cast<double>(objective) * product;
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::affine
