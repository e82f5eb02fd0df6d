#include "affine/box_problem.hpp"

#include <cmath>

#include "affine/contract/contract.hpp"
#include "core/numbers.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::affine {
namespace {

// A point whose rounding is above this part of the units is no solution, however small its residual looks
// (docs/decisions/0011).
constexpr double meaningless = 1e-6;

struct Row {
  double map;     // the natural map, scaled
  double primal;  // how far z is outside
  double dual;    // how far w is from what any z of the box allows: its sign against a bound that is infinite
};

// Units of z_i and w_i.
struct Units {
  double z, w;
};

Units own_units(const BoxProblem& problem, std::int32_t i) {
  return {problem.map.s_z, is_free(problem, i) ? problem.s_e : problem.map.s_w};
}

Units given_units(const BoxProblem& problem, std::int32_t i) {
  return problem.z_unit == nullptr ? own_units(problem, i) : Units{problem.z_unit[i], problem.w_unit[i]};
}

Row measure(const BoxProblem& problem, std::int32_t i, const Units& unit, double z, double w) {
  const double scaled_w = w / unit.w;
  if (is_free(problem, i)) return {std::fabs(scaled_w), 0.0, std::fabs(scaled_w)};
  const double scaled_z = z / unit.z;
  const double low = problem.lower[i] / unit.z;
  const double high = problem.upper[i] / unit.z;
  const double primal = std::max({0.0, low - scaled_z, scaled_z - high});
  const double dual = std::max(high < infinity ? 0.0 : -scaled_w, low > -infinity ? 0.0 : scaled_w);
  // z - mid(l, z - w, u) = mid(z - u, w, z - l), which rounds less
  return {std::fabs(std::clamp(scaled_w, scaled_z - high, scaled_z - low)), primal, std::max(dual, 0.0)};
}

}  // namespace

double free_row_unit(std::int32_t n, const double* q, const double* lower, const double* upper, double s_w) {
  double largest = 0.0;
  for (std::int32_t i = 0; i < n; ++i) {
    if (lower[i] == -infinity && upper[i] == infinity) largest = std::max(largest, std::fabs(q[i]));
  }
  return largest == 0.0 ? s_w : largest;
}

template <class UnitsOf>
static double largest_row(const BoxProblem& problem, UnitsOf&& units_of, const double* z, const double* w) {
  double largest = 0.0;
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  for (std::int32_t i = 0; i < problem.map.n; ++i) {
    largest = std::max(largest, measure(problem, i, units_of(problem, i), z[i], w[i]).map);
    remains += 0.0 * z[i] + 0.0 * w[i];
  }
  return remains == 0.0 ? largest : std::numeric_limits<double>::quiet_NaN();
}

double natural_map(const BoxProblem& problem, const double* z, const double* w) {
  return largest_row(problem, own_units, z, w);
}

double given_natural_map(const BoxProblem& problem, const double* z, const double* w) {
  return largest_row(problem, given_units, z, w);
}

nsds_residual box_residual(const BoxProblem& problem, const double* z, double* w, double* magnitude) {
  if (problem.contract != nullptr) return judge_contract(problem, *problem.contract, z, w, magnitude);
  const Problem& map = problem.map;
  for (std::int32_t i = 0; i < map.n; ++i) {
    w[i] = map.q[i];
    magnitude[i] = std::fabs(map.q[i]);
  }
  add_product_and_magnitude(map.M, z, w, magnitude);

  // The largest row decides; parts are the largest of their own kind.
  nsds_residual residual;
  nsds_residual_init(&residual);
  if (map.n > 0) residual.worst = 0;
  double remains = 0.0;
  for (std::int32_t i = 0; i < map.n; ++i) {
    const Units unit = own_units(problem, i);
    const Row row = measure(problem, i, unit, z[i], w[i]);
    remains += 0.0 * z[i] + 0.0 * w[i];
    if (row.map > residual.value) {
      residual.value = row.map;
      residual.worst = i;
    }
    residual.primal = std::max(residual.primal, row.primal);
    residual.dual = std::max(residual.dual, row.dual);
    if (row.primal == 0.0 && row.dual == 0.0)
      residual.complementarity = std::max(residual.complementarity, row.map);
    residual.roundoff_floor =
        std::max(residual.roundoff_floor, magnitude[i] * (std::numeric_limits<double>::epsilon() / unit.w));
  }
  // The residual of a point that has run away so far is no better than its rounding.
  if (residual.roundoff_floor > meaningless)
    residual.value = std::max(residual.value, residual.roundoff_floor);
  if (!(remains == 0.0)) residual.value = infinity;
  return residual;
}

}  // namespace nsds::numerics::affine
