// Projects on Coulomb's cone K_mu = { r : |r_T| <= mu r_N } and its dual, and has the natural map, block by
// block. A block of d numbers is ordered (normal, tangents). One of five has a moment that resists rolling
// beside the tangents; its cone is in rolling_cone.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "friction/contact/rolling_cone.hpp"

namespace nsds::numerics::friction {

// The coefficients of friction of one contact, by the numbers of its block.
template <int D>
using Coefficients = std::conditional_t<D == rolling_rows, ConeCoefficients, double>;

template <int D>
double largest_coefficient(const Coefficients<D>& mu) {
  if constexpr (D == rolling_rows)
    return std::max(mu.sliding, mu.rolling);
  else
    return mu;
}

// |x_T| of a block.
template <int D>
double tangent_norm(const double* x) {
  if constexpr (D == 2) return std::fabs(x[1]);
  return std::sqrt(x[1] * x[1] + x[2] * x[2]);
}

// The term of De Saxce, which added to u_N puts the law into the form of a complementarity: mu |u_T|, and as
// much for rolling.
template <int D>
double shift(const Coefficients<D>& mu, const double* u) {
  if constexpr (D == rolling_rows)
    return rolling_shift(mu, u);
  else
    return mu * tangent_norm<D>(u);
}

// The point of K_mu nearest to x. p may be x. The polar cone is asked for first: without friction, mu = 0,
// all x without tangents would seem to be in K.
template <int D>
void project_on_cone(const Coefficients<D>& mu, const double* x, double* p) {
  if constexpr (D == rolling_rows)
    return project_on_rolling_cone(mu, x, p);
  else {
    const double tangent = tangent_norm<D>(x);
    if (mu * tangent <= -x[0]) {
      std::fill_n(p, D, 0.0);
    } else if (tangent <= mu * x[0]) {
      std::copy_n(x, D, p);
    } else {
      const double normal = (x[0] + mu * tangent) / (1.0 + mu * mu);
      const double shrink = mu * normal / tangent;
      p[0] = normal;
      for (int k = 1; k < D; ++k) p[k] = shrink * x[k];
    }
  }
}

// The nearest point of the product of the cones of all contacts, in place. d: 2 or 3. mu: (contacts). r: (d contacts).
inline void project_on_cones(std::int32_t d, std::int32_t contacts, const double* mu, double* r) {
  for (std::int32_t c = 0; c < contacts; ++c, r += d) {
    if (d == 2)
      project_on_cone<2>(mu[c], r, r);
    else
      project_on_cone<3>(mu[c], r, r);
  }
}

// map = r - P_K(r - (u + mu |u_T| e_N)), zero exactly where r and u obey Signorini's condition and Coulomb's
// law [De Saxce, Feng 1998]. Where the projection does nothing, or all, the map is the shifted u, or r, and
// is taken so: the difference would lose u beside an r that has run away. Returns its squared norm.
template <int D>
double natural_map(const Coefficients<D>& mu, const double* r, const double* u, double* map) {
  if constexpr (D == rolling_rows)
    return rolling_natural_map(mu, r, u, map);
  else {
    double shifted[D], x[D];
    std::copy_n(u, D, shifted);
    shifted[0] += mu * tangent_norm<D>(u);
    for (int k = 0; k < D; ++k) x[k] = r[k] - shifted[k];
    const double tangent = tangent_norm<D>(x);
    if (mu * tangent <= -x[0]) {
      std::copy_n(r, D, map);
    } else if (tangent <= mu * x[0]) {
      std::copy_n(shifted, D, map);
    } else {  // x - P_K(x) = beyond (-mu, x_T / |x_T|)
      const double beyond = (tangent - mu * x[0]) / (1.0 + mu * mu), share = beyond / tangent;
      map[0] = shifted[0] - mu * beyond;
      for (int k = 1; k < D; ++k) map[k] = shifted[k] + share * x[k];
    }
    double sum = 0.0;
    for (int k = 0; k < D; ++k) sum += map[k] * map[k];
    return sum;
  }
}

// Gives the distance of x from K_mu.
template <int D>
double distance_from_cone(const Coefficients<D>& mu, const double* x) {
  double p[D];
  project_on_cone<D>(mu, x, p);
  double sum = 0.0;
  for (int k = 0; k < D; ++k) sum += (x[k] - p[k]) * (x[k] - p[k]);
  return std::sqrt(sum);
}

// Gives the distance of x from K*_mu, by Moreau's decomposition: x = P_K*(x) - P_K(-x).
template <int D>
double distance_from_dual_cone(const Coefficients<D>& mu, const double* x) {
  double p[D];
  for (int k = 0; k < D; ++k) p[k] = -x[k];
  project_on_cone<D>(mu, p, p);
  double sum = 0.0;
  for (int k = 0; k < D; ++k) sum += p[k] * p[k];
  return std::sqrt(sum);
}

}  // namespace nsds::numerics::friction
