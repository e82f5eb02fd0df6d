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

// sqrt(a^2 + b^2); std::hypot, many times slower, where the squares leave the range of numbers.
double joined(double a, double b) {
  const double sum = a * a + b * b;
  return sum > 1e-290 && sum < 1e290 ? std::sqrt(sum) : std::hypot(a, b);
}

double block_norm(std::int32_t d, const double* x) {
  double sum = 0.0;
  for (std::int32_t k = 0; k < d; ++k) sum = joined(sum, x[k]);
  return sum;
}

template <int D>
nsds_residual measure(const FrictionProblem& problem, const double* r, const double* u,
                      const double* magnitude) {
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.contacts > 0 ? 0 : -1};
  double remains = 0.0;  // 0 times every number: NaN as soon as one is not finite
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double scaled_r[D], scaled_u[D], map[D];
    const std::size_t first = index(c) * D;
    for (std::size_t k = 0; k < D; ++k) {
      scaled_r[k] = r[first + k] / problem.s_r;
      scaled_u[k] = u[first + k] / problem.s_w;
      remains += 0.0 * scaled_r[k] + 0.0 * scaled_u[k];
    }
    const double mu = problem.mu[c];
    // Beside a large r the map is not known better than this.
    const double rounding = 0.5 * std::numeric_limits<double>::epsilon() * block_norm(D, scaled_r);
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
    found.roundoff_floor = std::max(
        {found.roundoff_floor, block_norm(D, magnitude + first), problem.s_w * block_norm(D, scaled_r)});
  }
  if (remains != 0.0) found.value = std::numeric_limits<double>::infinity();
  found.roundoff_floor *= std::numeric_limits<double>::epsilon() / problem.s_w;
  return found;
}

template <int D>
FclibError measure_fclib(const FrictionProblem& problem, const double* r, const double* u,
                         const double* magnitude) {
  std::int32_t worst = problem.contacts > 0 ? 0 : -1;
  double largest_map = 0.0;
  double map_norm = 0.0, q_norm = 0.0, r_norm = 0.0, u_norm = 0.0, magnitude_norm = 0.0;
  for (std::int32_t c = 0; c < problem.contacts; ++c) {
    double map[D];
    const std::size_t first = index(c) * D;
    natural_map<D>(problem.mu[c], r + first, u + first, map);
    const double of_contact = block_norm(D, map);
    if (of_contact > largest_map) {
      largest_map = of_contact;
      worst = c;
    }
    map_norm = joined(map_norm, of_contact);
    q_norm = joined(q_norm, block_norm(D, problem.q + first));
    r_norm = joined(r_norm, block_norm(D, r + first));
    u_norm = joined(u_norm, block_norm(D, u + first));
    magnitude_norm = joined(magnitude_norm, block_norm(D, magnitude + first));
  }
  const double largest = std::max({q_norm, r_norm, u_norm});
  const double scale = largest == 0.0 ? 1.0 : largest;
  const double value = map_norm / scale;
  return {std::isfinite(value) ? value : std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::epsilon() * magnitude_norm / scale, worst};
}

}  // namespace

double friction_matrix_scale(std::int32_t dimension, const nsds_matrix& W) {
  double scale = 0.0, trace = 0.0;
  std::int32_t contact = 0;
  // Whatever the storage, the diagonal is visited in the order of the rows.
  for_each_diagonal_entry(W, [&](std::int32_t i, double value) {
    if (i / dimension != contact) {
      scale = std::max(scale, trace);
      trace = 0.0;
      contact = i / dimension;
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
    scale = std::max(scale, block_norm(dimension, q + index(c) * index(dimension)));
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
