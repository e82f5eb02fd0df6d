// The residual of the class and the norm of FCLIB, independent of every solver (friction_contact.h states
// them).
#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/cone.hpp"
#include "friction/problem.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

// Are they the squares of numbers that are neither too small to be squared nor too large?
bool is_sound(double sum_of_squares) {
  return sum_of_squares > 1e-290 && sum_of_squares < 1e290;
}

// ||x||_2, of four sums side by side; by std::hypot, many times slower, where the squares leave the range of
// numbers.
double norm_of(const double* x, std::size_t size) {
  double sums[4] = {};
  std::size_t k = 0;
  for (; k + 4 <= size; k += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) sums[lane] += x[k + lane] * x[k + lane];
  for (; k < size; ++k) sums[0] += x[k] * x[k];
  const double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  if (is_sound(sum)) return std::sqrt(sum);
  double norm = 0.0;
  for (k = 0; k < size; ++k)
    if (x[k] != 0.0) norm = std::hypot(norm, x[k]);
  return norm;
}

template <int D>
nsds_residual measure(const FrictionProblem& problem, const double* r, const double* u,
                      const double* magnitude) {
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.contacts > 0 ? 0 : -1};
  double remains = 0.0;  // 0 times every square: NaN as soon as one is not finite
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double scaled_r[D], scaled_u[D], map[D];
    const std::size_t first = index(c) * D;
    for (std::size_t k = 0; k < D; ++k) {
      scaled_r[k] = r[first + k] / problem.s_r;
      scaled_u[k] = u[first + k] / problem.s_w;
      remains += 0.0 * (scaled_r[k] * scaled_r[k]) + 0.0 * (scaled_u[k] * scaled_u[k]);
    }
    const double mu = problem.mu[c];
    // Beside a large r the map is not known better than this.
    const double r_norm = norm_of(scaled_r, D);
    const double rounding = 0.5 * std::numeric_limits<double>::epsilon() * r_norm;
    const double value = std::max(rounding, std::sqrt(natural_map<D>(mu, scaled_r, scaled_u, map)));
    if (value > found.value) {
      found.value = value;
      found.worst = c;
    }
    found.primal = std::max(found.primal, distance_from_cone<D>(mu, scaled_r));
    scaled_u[0] += mu * tangent_norm<D>(scaled_u);
    found.dual = std::max(found.dual, distance_from_dual_cone<D>(mu, scaled_u));
    double power = 0.0;
    for (int k = 0; k < D; ++k) power += scaled_r[k] * scaled_u[k];
    found.complementarity = std::max(found.complementarity, std::fabs(power));
    found.roundoff_floor =
        std::max({found.roundoff_floor, norm_of(magnitude + first, D), problem.s_w * r_norm});
  }
  if (remains != 0.0) found.value = std::numeric_limits<double>::infinity();
  found.roundoff_floor *= std::numeric_limits<double>::epsilon() / problem.s_w;
  return found;
}

// The maps are measured in the scale that they are divided by: their squares are then numbers.
template <int D>
FclibError measure_fclib(const FrictionProblem& problem, const double* r, const double* u,
                         const double* magnitude) {
  const std::size_t size = problem.size();
  const double r_norm = norm_of(r, size), u_norm = norm_of(u, size);
  const double largest = std::max({norm_of(problem.q, size), r_norm, u_norm});
  const double scale = largest == 0.0 ? 1.0 : largest;
  std::int32_t worst = problem.contacts > 0 ? 0 : -1;
  double largest_square = 0.0, sum = 0.0;
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double scaled_r[D], scaled_u[D], map[D];
    for (std::size_t k = 0; k < D; ++k) {
      scaled_r[k] = r[index(c) * D + k] / scale;
      scaled_u[k] = u[index(c) * D + k] / scale;
    }
    const double square = natural_map<D>(problem.mu[c], scaled_r, scaled_u, map);
    sum += square;
    if (!(square > largest_square)) continue;
    largest_square = square;
    worst = c;
  }
  const bool finite = std::isfinite(r_norm) && std::isfinite(u_norm) && std::isfinite(sum);
  return {finite ? std::sqrt(sum) : std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::epsilon() * norm_of(magnitude, size) / scale, worst};
}

}  // namespace

double friction_matrix_scale(std::int32_t dimension, const nsds_matrix& W) {
  double scale = 0.0, trace = 0.0;
  std::int32_t end = dimension;  // of the rows of the contact at hand
  // Whatever the storage, the diagonal is visited in the order of the rows.
  for_each_diagonal_entry(W, [&](std::int32_t i, double value) {
    if (i >= end) {
      scale = std::max(scale, trace);
      trace = 0.0;
      while (i >= end) end += dimension;
    }
    trace += value;
  });
  scale = std::max(scale, trace) / dimension;
  if (scale == 0.0) nsds_matrix_max_abs(&W, &scale);
  return scale == 0.0 ? 1.0 : scale;
}

double friction_vector_scale(std::int32_t dimension, std::int32_t contacts, const double* q) {
  double scale = 0.0;
  for (std::int32_t c = 0; c < contacts; ++c)
    scale = std::max(scale, norm_of(q + index(c) * index(dimension), index(dimension)));
  return scale == 0.0 ? 1.0 : scale;
}

void friction_velocity(const FrictionProblem& problem, const double* r, double* u, double* magnitude) {
  for (std::size_t i = 0; i < problem.size(); ++i) {
    u[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  const bool at_rest = std::all_of(r, r + problem.size(), [](double x) { return x == 0.0; });  // a cold start
  if (!at_rest) add_product_and_magnitude(problem.W, r, u, magnitude);
}

nsds_residual friction_residual(const FrictionProblem& problem, const double* r, const double* u,
                                const double* magnitude) {
  return problem.dimension == 2 ? measure<2>(problem, r, u, magnitude) : measure<3>(problem, r, u, magnitude);
}

FclibError friction_residual_fclib(const FrictionProblem& problem, const double* r, const double* u,
                                   const double* magnitude) {
  return problem.dimension == 2 ? measure_fclib<2>(problem, r, u, magnitude)
                                : measure_fclib<3>(problem, r, u, magnitude);
}

}  // namespace nsds::numerics
