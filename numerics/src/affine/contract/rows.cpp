#include "affine/contract/rows.hpp"

#include <algorithm>

#include "linalg/linalg.hpp"

namespace nsds::numerics::affine {

void Rows::add_parts(const BoxProblem& problem, const double* x, double* w) {
  std::fill(product.begin(), product.end(), 0.0);
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const double term = value * x[j];
    (j < problem.primal ? product[index(i)] : w[i]) += term;
    terms[index(i)] += std::fabs(term);
  });
  for (std::size_t i = 0; i < product.size(); ++i) w[i] += product[i];
}

bool Rows::evaluate(const BoxProblem& problem, const double* x, double* w) {
  const std::int32_t n = problem.map.n;
  for (std::int32_t i = 0; i < n; ++i) {
    w[i] = problem.map.q[i];
    terms[index(i)] = std::fabs(w[i]);
  }
  if (product.empty())
    add_product_and_magnitude(problem.map.M, x, w, terms.data());
  else
    add_parts(problem, x, w);
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  is_inside = true;
  asks_for_accounts = false;
  for (std::int32_t i = 0; i < n; ++i) {
    const double lower = problem.lower[i], upper = problem.upper[i], sum = terms[index(i)];
    violation[index(i)] = violation_of_side(lower, upper, x[i], w[i]);
    remains += 0.0 * x[i] + 0.0 * sum;
    is_inside &= x[i] >= lower && x[i] <= upper;
    asks_for_accounts |= are_unaccounted(sum, problem.map.q[i]);
  }
  return remains == 0.0;
}

}  // namespace nsds::numerics::affine
