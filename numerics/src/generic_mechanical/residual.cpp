// Evaluates the residual of the class, independent of every solver; generic_mechanical.h states it.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "generic_mechanical/problem.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/entries.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

// A row over an interval, l and v in their units.
void measure_row(double lower, double upper, bool is_complementarity, double l, double v,
                 nsds_residual& part) {
  part.value = std::fabs(interval_map(lower, upper, l, v));
  part.primal = std::max({0.0, lower - l, l - upper});
  part.dual = std::max(upper == infinity ? -v : 0.0, lower == -infinity ? v : 0.0);
  part.dual = std::max(part.dual, 0.0);
  part.complementarity = is_complementarity ? std::max(0.0, std::min(l, v)) : 0.0;
}

template <int D>
void measure_contact(double mu, const double* l, const double* v, nsds_residual& part) {
  double map[D], shifted[D];
  const double rounding = 0.5 * epsilon * norm_2({l, D});  // beside a large l the map is not known better
  part.value = std::max(rounding, std::sqrt(friction::natural_map<D>(mu, l, v, map)));
  part.primal = friction::distance_from_cone<D>(mu, l);
  std::copy_n(v, D, shifted);
  shifted[0] += mu * friction::tangent_norm<D>(v);
  part.dual = friction::distance_from_dual_cone<D>(mu, shifted);
  double power = 0.0;
  for (int k = 0; k < D; ++k) power += l[k] * shifted[k];
  part.complementarity = std::fabs(power);
  part.roundoff_floor = norm_2({l, D});
}

void take(const nsds_residual& part, std::int32_t block, nsds_residual& found) {
  if (part.value > found.value) {
    found.value = part.value;
    found.worst = block;
  }
  found.primal = std::max(found.primal, part.primal);
  found.dual = std::max(found.dual, part.dual);
  found.complementarity = std::max(found.complementarity, part.complementarity);
  found.roundoff_floor = std::max(found.roundoff_floor, part.roundoff_floor);
}

}  // namespace

void velocity(const MechanicalProblem& problem, const double* lambda, double* w, double* magnitude) {
  const auto n = index(problem.size);
  for (std::size_t i = 0; i < n; ++i) {
    w[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  const bool zero = std::all_of(lambda, lambda + n, [](double x) { return x == 0.0; });  // a cold start
  if (!zero) add_product_and_magnitude(problem.W, lambda, w, magnitude);
}

nsds_residual residual(const MechanicalProblem& problem, const double* lambda, const double* w,
                       const double* magnitude) {
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.blocks > 0 ? 0 : -1};
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    const BlockLaw law = problem.law(block);
    double l[3] = {}, v[3] = {}, size[3] = {};
    // A contact is measured as a whole, other blocks row by row.
    const std::size_t step = law.is_contact ? law.rows : 1;
    for (std::size_t row = 0; row < law.rows; row += step) {
      for (std::size_t k = 0; k < step; ++k) {
        const std::size_t i = index(problem.starts[block]) + row + k;
        l[k] = lambda[i] / problem.lambda_unit[i];
        v[k] = w[i] / problem.w_unit[i];
        size[k] = magnitude[i] / problem.w_unit[i];
        remains += 0.0 * (l[k] * l[k]) + 0.0 * (v[k] * v[k]);
      }
      // Each kind of law has a natural map of its own, in the units of the row.
      nsds_residual part{};
      const double unit = problem.lambda_unit[index(problem.starts[block]) + row];
      if (!law.is_contact)
        measure_row(law.lower[row] / unit, law.upper[row] / unit,
                    problem.kinds[block] == NSDS_BLOCK_COMPLEMENTARITY, l[0], v[0], part);
      else if (law.rows == 2)
        measure_contact<2>(law.mu, l, v, part);
      else
        measure_contact<3>(law.mu, l, v, part);
      part.roundoff_floor = epsilon * std::max(part.roundoff_floor, norm_2({size, step}));
      take(part, block, found);
    }
  }
  // The residual of a point that has run away so far is no better than its rounding.
  if (found.roundoff_floor > 1e-6) found.value = std::max(found.value, found.roundoff_floor);
  if (remains != 0.0) found.value = infinity;
  return found;
}

}  // namespace nsds::numerics::generic_mechanical
