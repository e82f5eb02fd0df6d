#include "affine/residual/row_terms.hpp"

#include <algorithm>

namespace nsds::numerics::affine {

RowTerms::RowTerms(std::size_t n, Arena& arena)
    : product(arena.take<double>(n)),
      unknowns(arena.take<double>(n)),
      multipliers(arena.take<double>(n)),
      scale(arena.take<double>(n)) {}

bool RowTerms::evaluate(const BoxProblem& problem, const double* z, double* w) {
  const std::int32_t n = problem.map.n;
  std::fill_n(w, n, 0.0);
  for (const std::span<double> sums : {product, unknowns, multipliers})
    std::fill(sums.begin(), sums.end(), 0.0);
  const std::int32_t primal = problem.primal;
  for_each_entry(problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    const double term = value * z[j];
    if (j < primal) {
      product[index(i)] += term;
      unknowns[index(i)] += std::fabs(term);
    } else {
      w[i] += term;
      multipliers[index(i)] += std::fabs(term);
    }
  });
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  for (std::int32_t i = 0; i < n; ++i) {
    w[i] = problem.map.q[i] + product[index(i)] + w[i];
    remains += 0.0 * z[i] + 0.0 * w[i] + 0.0 * unknowns[index(i)] + 0.0 * multipliers[index(i)];
  }
  return remains == 0.0;
}

// Terms that vanish leave a row to rounding, which is measured against what the terms might have been (Arioli,
// Demmel, Duff 1989).
// NOLINTNEXTLINE(readability-make-member-function-const): it writes through spans
void RowTerms::choose_scales(const BoxProblem& problem, const RowUnits& units) {
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    const double largest = std::max({std::fabs(problem.map.q[i]), unknowns[index(i)], multipliers[index(i)]});
    scale[index(i)] = units.unless_rounding(largest, units.possible_terms(i));
  }
}

}  // namespace nsds::numerics::affine
