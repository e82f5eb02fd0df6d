#include "affine/contract/objective.hpp"

#include "affine/residual/absolute_residual.hpp"

namespace nsds::numerics::affine {
namespace {

bool stands_at_bound(const BoxProblem& problem, const double* x, std::int32_t i) {
  return x[i] == problem.lower[i] || x[i] == problem.upper[i];
}

void bring_to_units_of_caller(const BoxProblem& problem, Objective& sum) {
  const double product = problem.caller == nullptr ? 1.0 : problem.caller->product;
  for (double* const part : {&sum.primal, &sum.gap, &sum.price, &sum.rounding}) *part *= product;
  sum.dual = sum.primal - sum.gap;
}

}  // namespace

double Objective::part_missed() const {
  return (std::fabs(gap) + price) / (1.0 + std::fabs(primal) + std::fabs(dual));
}

double Objective::part_of_rounding() const {
  return rounding / (1.0 + std::fabs(primal) + std::fabs(dual));
}

Objective objective_of(const BoxProblem& problem, const Rows& rows, const double* x, const double* w,
                       const double* primal) {
  Objective sum;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const std::size_t at = index(i);
    if (!stands_at_bound(problem, x, i)) sum.gap += x[i] * w[i];
    sum.price += std::fabs(x[i]) * rows.violation[at];
    sum.rounding += epsilon * std::fabs(x[i]) * rows.terms[at];
    if (primal == nullptr && i < problem.primal)
      sum.primal += 0.5 * x[i] * (rows.without_multipliers(problem, i, w) + problem.map.q[i]);
  }
  bring_to_units_of_caller(problem, sum);
  if (primal == nullptr) return sum;
  sum.primal = *primal;
  sum.dual = sum.primal - sum.gap;
  return sum;
}

Objective wide_objective_of(const BoxProblem& problem, const double* x, Arena& arena) {
  const Arena::Mark mark = arena.mark();
  const WideImage image = wide_image(problem, x, arena);
  long double gap = 0.0L, price = 0.0L;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const long double w = image.w[index(i)], above = x[i] > problem.lower[i] ? w : 0.0L,
                      below = x[i] < problem.upper[i] ? -w : 0.0L;
    if (!stands_at_bound(problem, x, i)) gap += x[i] * w;
    price += std::fabs(static_cast<long double>(x[i])) * std::max(above, below);
  }
  Objective sum;
  sum.primal = static_cast<double>(image.objective);
  sum.gap = static_cast<double>(gap);
  sum.price = static_cast<double>(price);
  bring_to_units_of_caller(problem, sum);
  arena.rewind(mark);
  return sum;
}

}  // namespace nsds::numerics::affine
