// Has the residual of the class and the norm of FCLIB, independent of every solver (friction_contact.h states
// them).
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numbers.hpp"
#include "friction/contact/lane_cone.hpp"
#include "friction/contact/natural_maps.hpp"
#include "friction/islands/contact_blocks.hpp"
#include "friction/problem.hpp"
#include "friction/rolling/rolling.hpp"
#include "linalg/dense_loops.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::friction {
namespace {

// Gives the larger one; y where x is not a number.
NSDS_LOOP Lanes larger(const Lanes& x, const Lanes& y) {
  return choose(x > y, x, y);
}

double largest_lane(const Lanes& x) {
  return std::max({x.v[0], x.v[1], x.v[2], x.v[3]});
}

template <int D>
NSDS_LOOP nsds_residual measure_lanes(const Problem& problem, const double* r, const double* u,
                                      const double* magnitude) {
  nsds_residual found{sizeof(nsds_residual), 0.0, 0.0, 0.0, 0.0, 0.0, problem.contacts > 0 ? 0 : -1};
  const Lanes zero = lanes_of(0.0);
  const double r_unit = 1.0 / problem.s_r, u_unit = 1.0 / problem.s_w;
  Lanes primal = zero, dual = zero, complementarity = zero, floor = zero;
  Lanes remains = zero;  // 0 times every square: NaN as soon as one is not finite
  const std::size_t count = index(problem.contacts);
  for (std::size_t c = 0; c < count; c += quad_size) {
    const std::size_t used = std::min(count - c, quad_size);
    // Four contacts are measured at a time, in the units of r and u.
    Lanes mu[1], scaled_r[D], scaled_u[D], rounded[D];
    lanes_of_blocks<1>(problem.mu + c, 1, used, 1.0, mu);
    lanes_of_blocks<D>(r + D * c, D, used, r_unit, scaled_r);
    lanes_of_blocks<D>(u + D * c, D, used, u_unit, scaled_u);
    lanes_of_blocks<D>(magnitude + D * c, D, used, u_unit, rounded);
    const Lanes r_square = squared_norms<D>(scaled_r), r_norm = square_root(r_square);
    const Lanes map_square = map_squares<D>(mu[0], scaled_r, scaled_u);
    remains += (r_square + squared_norms<D>(scaled_u) + map_square) * 0.0;
    // Beside a large r the map is not known better than this.
    const Lanes rounding = r_norm * (0.5 * std::numeric_limits<double>::epsilon());
    const Lanes value = larger(square_root(map_square), rounding);
    for (std::size_t l = 0; l < used; ++l)
      if (value.v[l] > found.value) {
        found.value = value.v[l];
        found.worst = static_cast<std::int32_t>(c + l);
      }
    // Parts are the distances from the two cones and the power.
    primal = larger(distances_from_cone<D>(mu[0], scaled_r), primal);
    scaled_u[0] += mu[0] * tangent_norms<D>(scaled_u);
    dual = larger(distances_from_dual_cone<D>(mu[0], scaled_u), dual);
    Lanes power = zero;
    for (std::size_t k = 0; k < D; ++k) power += scaled_r[k] * scaled_u[k];
    complementarity = larger(power, larger(-power, complementarity));
    floor = larger(square_root(squared_norms<D>(rounded)), larger(r_norm, floor));
  }
  found.primal = largest_lane(primal);
  found.dual = largest_lane(dual);
  found.complementarity = largest_lane(complementarity);
  found.roundoff_floor = std::numeric_limits<double>::epsilon() * largest_lane(floor);
  if (any(~(remains == zero))) found.value = std::numeric_limits<double>::infinity();
  return found;
}

template <int D>
NSDS_WIDE nsds_residual measure_wide(const Problem& problem, const double* r, const double* u,
                                     const double* magnitude) {
  return measure_lanes<D>(problem, r, u, magnitude);
}

template <int D>
nsds_residual measure(const Problem& problem, const double* r, const double* u, const double* magnitude) {
  return has_wide() ? measure_wide<D>(problem, r, u, magnitude) : measure_lanes<D>(problem, r, u, magnitude);
}

// The maps are measured nearly in the scale that they are divided by: their squares are then numbers.
template <int D>
FclibError measure_fclib(const Problem& problem, const double* r, const double* u, const double* magnitude) {
  const std::size_t size = problem.size();
  const double r_norm = norm_2({r, size}), u_norm = norm_2({u, size});
  const double largest = std::max({norm_2({problem.q, size}), r_norm, u_norm});
  const double scale = largest == 0.0 ? 1.0 : largest, near = power_of_two(scale);
  std::int32_t worst = problem.contacts > 0 ? 0 : -1;
  double largest_square = 0.0, sum = 0.0;
  const ContactVectors vectors{problem.mu, r, u, D, 1.0 / near, 1.0 / near};
  for_each_map_square<D>(vectors, index(problem.contacts), [&](std::size_t c, double square) {
    sum += square;
    if (!(square > largest_square)) return;
    largest_square = square;
    worst = static_cast<std::int32_t>(c);
  });
  const bool finite =
      std::isfinite(largest) && std::isfinite(r_norm) && std::isfinite(u_norm) && std::isfinite(sum);
  return {finite ? near / scale * std::sqrt(sum) : std::numeric_limits<double>::infinity(),
          std::numeric_limits<double>::epsilon() * norm_2({magnitude, size}) / scale, worst};
}

}  // namespace

namespace {

// max_c trace(W_cc) where the blocks of W are those of contacts.
double largest_trace(std::size_t d, const nsds_bsr_arrays& bsr) {
  double largest = 0.0;
  for (std::int32_t c = 0; c < bsr.block_rows; ++c) {
    const std::int32_t* const end = bsr.block_columns + bsr.row_starts[c + 1];
    const std::int32_t* const found = std::lower_bound(bsr.block_columns + bsr.row_starts[c], end, c);
    if (found == end || *found != c) continue;
    const double* const block = bsr.values + bsr.value_starts[found - bsr.block_columns];
    double trace = 0.0;
    for (std::size_t i = 0; i < d; ++i) trace += block[(d + 1) * i];
    largest = std::max(largest, trace);
  }
  return largest;
}

double largest_trace(std::int32_t dimension, const nsds_matrix& W) {
  if (W.rows % dimension == 0 && is_by_contacts(dimension, W.rows / dimension, W))
    return largest_trace(index(dimension), W.as.bsr);
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
  return std::max(scale, trace);
}

}  // namespace

double matrix_scale(std::int32_t dimension, const nsds_matrix& W) {
  double scale = largest_trace(dimension, W) / dimension;
  if (scale == 0.0) nsds_matrix_max_abs(&W, &scale);
  return scale == 0.0 ? 1.0 : scale;
}

double vector_scale(std::int32_t dimension, std::int32_t contacts, const double* q) {
  double scale = 0.0;
  if (dimension <= 3) {
    const double* const end = q + index(contacts) * index(dimension);
    for (const double* x = q; x != end; x += dimension)
      scale = std::max(scale, x[0] * x[0] + x[1] * x[1] + (dimension == 3 ? x[2] * x[2] : 0.0));
    constexpr double least = 1e-280, most = 1e280;
    if (scale > least && scale < most) return std::sqrt(scale);
    scale = 0.0;
  }
  for (std::int32_t c = 0; c < contacts; ++c)
    scale = std::max(scale, norm_2({q + index(c) * index(dimension), index(dimension)}));
  return scale == 0.0 ? 1.0 : scale;
}

void velocity(const Problem& problem, const double* r, double* u, double* magnitude) {
  for (std::size_t i = 0; i < problem.size(); ++i) {
    u[i] = problem.q[i];
    magnitude[i] = std::fabs(problem.q[i]);
  }
  const bool at_rest = std::all_of(r, r + problem.size(), [](double x) { return x == 0.0; });  // a cold start
  if (!at_rest) add_product_and_magnitude(problem.W, r, u, magnitude);
}

nsds_residual residual(const Problem& problem, const double* r, const double* u, const double* magnitude) {
  if (problem.five_rows) return rolling_residual(problem, r, u, magnitude);
  return problem.dimension == 2 ? measure<2>(problem, r, u, magnitude) : measure<3>(problem, r, u, magnitude);
}

FclibError residual_fclib(const Problem& problem, const double* r, const double* u, const double* magnitude) {
  if (problem.five_rows) return rolling_residual_fclib(problem, r, u, magnitude);
  return problem.dimension == 2 ? measure_fclib<2>(problem, r, u, magnitude)
                                : measure_fclib<3>(problem, r, u, magnitude);
}

}  // namespace nsds::numerics::friction
