// Coulomb's cone and the natural map, one contact a lane; cone.hpp has them for one, and the mathematics.
#pragma once

#include <cstddef>

#include "linalg/lanes.hpp"

namespace nsds::numerics::friction {

// |x_T|.
template <int D>
NSDS_LOOP Lanes tangent_norms(const Lanes* x) {
  if constexpr (D == 2) return choose(x[1] < lanes_of(0.0), -x[1], x[1]);
  return square_root(x[1] * x[1] + x[2] * x[2]);
}

template <int D>
NSDS_LOOP Lanes squared_norms(const Lanes* x) {
  Lanes sum = x[0] * x[0];
  for (std::size_t k = 1; k < D; ++k) sum += x[k] * x[k];
  return sum;
}

// |map|^2.
template <int D>
NSDS_LOOP Lanes map_squares(const Lanes& mu, const Lanes* r, const Lanes* u) {
  Lanes shifted[D], x[D], map[D];
  for (std::size_t k = 0; k < D; ++k) shifted[k] = u[k];
  shifted[0] += mu * tangent_norms<D>(u);
  for (std::size_t k = 0; k < D; ++k) x[k] = r[k] - shifted[k];
  const Lanes tangent = tangent_norms<D>(x), limit = mu * x[0];
  const LanesMask opens = mu * tangent <= -x[0], sticks = tangent <= limit;
  const Lanes beyond = (tangent - limit) / (lanes_of(1.0) + mu * mu), share = beyond / tangent;
  for (std::size_t k = 0; k < D; ++k) {
    const Lanes slides = shifted[k] + (k == 0 ? -mu * beyond : share * x[k]);
    map[k] = choose(opens, r[k], choose(sticks, shifted[k], slides));
  }
  return squared_norms<D>(map);
}

// Gives the distance of x from K_mu.
template <int D>
NSDS_LOOP Lanes distances_from_cone(const Lanes& mu, const Lanes* x) {
  const Lanes tangent = tangent_norms<D>(x), limit = mu * x[0];
  const Lanes beyond = (tangent - limit) / square_root(lanes_of(1.0) + mu * mu);
  const Lanes near = choose(tangent <= limit, lanes_of(0.0), beyond);
  return choose(mu * tangent <= -x[0], square_root(squared_norms<D>(x)), near);
}

// Gives the distance of x from K*_mu: |P_K(-x)|, by Moreau's decomposition.
template <int D>
NSDS_LOOP Lanes distances_from_dual_cone(const Lanes& mu, const Lanes* x) {
  const Lanes tangent = tangent_norms<D>(x), limit = mu * tangent;
  const Lanes beside = (limit - x[0]) / square_root(lanes_of(1.0) + mu * mu);
  const Lanes outside = choose(tangent <= -mu * x[0], square_root(squared_norms<D>(x)), beside);
  return choose(limit <= x[0], lanes_of(0.0), outside);
}

}  // namespace nsds::numerics::friction
