// Measures the unit of every row, which generic_mechanical.h calls a, and the residual of the class, independent of every
// solver; generic_mechanical.h states both.
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

// f(first row, one past the last) of every group of rows with one unit: a row, or the rows of a contact.
template <class Function>
void for_each_group(const MechanicalProblem& problem, Function&& f) {
  for (std::int32_t block = 0; block < problem.blocks; ++block) {
    const std::int32_t first = problem.starts[block], end = problem.starts[block + 1];
    if (problem.kinds[block] == NSDS_BLOCK_FRICTION) {
      f(index(first), index(end));
    } else {
      for (std::int32_t i = first; i < end; ++i) f(index(i), index(i) + 1);
    }
  }
}

// Rows that lack a diagonal have units from those with one: max |W_ij| / a_j. Those that have none stay zero.
void add_from_others(const MechanicalProblem& problem, std::span<double> a) {
  // The negative of what is found, until all is: only rows that had a unit from the start give one.
  for_each_entry(problem.W, [&](std::int32_t i, std::int32_t j, double value) {
    const double size = std::fabs(value);
    if (size == 0.0) return;
    double& row = a[index(i)];
    double& column = a[index(j)];
    if (row <= 0.0 && column > 0.0) row = std::min(row, -size / column);
    if (column <= 0.0 && row > 0.0) column = std::min(column, -size / row);
  });
  for (double& value : a) value = std::fabs(value);
  for_each_group(problem, [&](std::size_t first, std::size_t end) {
    const double largest = *std::max_element(&a[first], &a[first] + (end - first));
    std::fill(&a[first], &a[first] + (end - first), largest);
  });
}

}  // namespace

void weights(const MechanicalProblem& problem, double largest, std::span<double> a) {
  std::fill(a.begin(), a.end(), 0.0);
  for_each_diagonal_entry(problem.W, [&](std::int32_t i, double value) { a[index(i)] = value; });
  double largest_unit = 0.0;
  bool complete = true;
  for_each_group(problem, [&](std::size_t first, std::size_t end) {
    double mean = 0.0;
    for (std::size_t i = first; i < end; ++i) mean += a[i] / static_cast<double>(end - first);
    const double unit = mean > 0.0 ? std::sqrt(mean) : 0.0;
    std::fill(&a[first], &a[first] + (end - first), unit);
    largest_unit = std::max(largest_unit, unit);
    complete = complete && unit > 0.0;
  });
  if (complete) return;
  if (largest_unit > 0.0) add_from_others(problem, a);
  const double last = largest_unit > 0.0 ? largest_unit : largest > 0.0 ? std::sqrt(largest) : 1.0;
  for (double& unit : a)
    if (unit == 0.0) unit = last;
}

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
