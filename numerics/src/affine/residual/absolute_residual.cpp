#include "affine/residual/absolute_residual.hpp"

#include <algorithm>
#include <cmath>

#include "affine/box_problem.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {
namespace {

using Wide = long double;

// M z + q, and the objective of a program.
void multiply(const BoxProblem& problem, const double* z, WideImage& image) {
  for (std::size_t i = 0; i < image.w.size(); ++i) image.w[i] = problem.map.q[i];
  for (std::int32_t i = 0; i < problem.primal; ++i) image.objective += Wide{z[i]} * problem.map.q[i];
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const Wide term = Wide{value} * z[j];
    image.w[index(i)] += term;
    if (i < problem.primal && j < problem.primal) image.objective += Wide{0.5} * z[i] * term;
  });
}

}  // namespace

double unit_of(const BoxProblem& problem, std::int32_t i) {
  return problem.caller == nullptr ? 1.0 : problem.caller->unknowns[index(i)];
}

bool is_carried(const BoxProblem& problem, std::int32_t i, double z, double w) {
  const double bound = bound_against(problem, i, w);
  if (w == 0.0 || bound == infinity || bound == -infinity) return false;
  return std::fabs(z - bound) <= std::max(1.0 / unit_of(problem, i), std::fabs(z));
}

WideImage wide_image(const BoxProblem& problem, const double* z, Arena& arena) {
  const std::size_t n = index(problem.map.n);
  WideImage image{arena.take<Wide>(n), arena.take<Wide>(n)};
  multiply(problem, z, image);
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const auto w = static_cast<double>(image.w[index(i)]);
    Wide& counted = image.counted[index(i)];
    counted = z[i];
    if (is_carried(problem, i, z[i], w)) counted -= bound_against(problem, i, w);
    image.gap += image.w[index(i)] * counted;
  }
  return image;
}

AbsoluteResidual absolute_residual(const BoxProblem& problem, const double* z, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const double product = problem.caller == nullptr ? 1.0 : problem.caller->product;
  AbsoluteResidual found;
  const WideImage image = wide_image(problem, z, arena);
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double unit = unit_of(problem, i);
    const auto w = static_cast<double>(image.w[index(i)]);
    double& part = i < problem.primal ? found.dual : found.primal;
    if (!is_carried(problem, i, z[i], w)) part = std::max(part, std::fabs(w) * product / unit);
    if (i < problem.primal)
      found.primal =
          std::max({found.primal, (problem.lower[i] - z[i]) * unit, (z[i] - problem.upper[i]) * unit});
  }
  found.gap = std::fabs(static_cast<double>(image.gap)) * product;
  found.objective = static_cast<double>(image.objective) * product;
  arena.rewind(mark);
  return found;
}

}  // namespace nsds::numerics::affine
