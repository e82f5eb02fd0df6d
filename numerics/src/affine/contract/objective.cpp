#include "affine/contract/objective.hpp"

namespace nsds::numerics::affine {

double Objective::part_missed() const {
  return (std::fabs(gap) + price) / (1.0 + std::fabs(primal) + std::fabs(dual));
}

double Objective::part_of_rounding() const {
  return rounding / (1.0 + std::fabs(primal) + std::fabs(dual));
}

Objective objective_of(const BoxProblem& problem, const Rows& rows, const double* x, const double* w) {
  Objective sum;
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const std::size_t at = index(i);
    const bool stands_at_bound = x[i] == problem.lower[i] || x[i] == problem.upper[i];
    if (!stands_at_bound) sum.gap += x[i] * w[i];
    sum.price += std::fabs(x[i]) * rows.violation[at];
    sum.rounding += epsilon * std::fabs(x[i]) * rows.terms[at];
    if (i < problem.primal)
      sum.primal += 0.5 * x[i] * (rows.without_multipliers(problem, i, w) + problem.map.q[i]);
  }
  const double product = problem.caller == nullptr ? 1.0 : problem.caller->product;
  for (double* const part : {&sum.primal, &sum.gap, &sum.price, &sum.rounding}) *part *= product;
  sum.dual = sum.primal - sum.gap;
  return sum;
}

}  // namespace nsds::numerics::affine
