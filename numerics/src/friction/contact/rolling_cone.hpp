// The cone of contacts that resist sliding and rolling, K = { r : |r_T| <= mu r_N, |r_M| <= mu_r r_N }: its
// projection, and the natural map. A block of five is ordered (normal, two tangents, two moments).
//
// Points of a body that flows plastically have blocks of five too, whose moments are idle: the cone is that of Drucker
// and Prager, whose shift has a coefficient of its own, or the cylinder of von Mises, |r_T| <= sigma with r_N free.
//
// The projection of x is known once its normal n is: tangents and moments are shortened to mu n and mu_r n
// where they are longer. With a = mu, b = mu_r, T = |x_T|, M = |x_M| the distance is least where
//
//   g(n) = n - x_N - a (T - a n)+ - b (M - b n)+ = 0,   n >= 0,
//
// and g is piecewise linear and increasing, with slopes 1 + a^2 + b^2, one of the two less, and 1. On each piece the
// root is one division, and a piece that is steeper gives a root that is not beyond that of g: going from steep to
// flat, the first piece whose root lies in it has the root. g(0) >= 0, x_N <= -a T - b M, is the polar cone.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace nsds::numerics::friction {

inline constexpr int rolling_rows = 5;

// Which rows of a block of five the caller's block has: of five all, of three those of a plane, without the second
// tangent and the first moment, or those without moments.
struct BlockRows {
  std::size_t count = rolling_rows;
  bool has_moments = true;

  // The row of the block of five where row k of the caller's is.
  std::size_t of(std::size_t k) const { return count == 3 && has_moments && k == 2 ? 3 : k; }
};

struct ConeCoefficients {
  double sliding = 0.0;   // mu >= 0
  double rolling = 0.0;   // mu_r >= 0, in the unit of length in which moments are measured
  double shift = 0.0;     // of u_N by |u_T|: mu where the flow does not dilate
  bool cylinder = false;  // |r_T| <= sliding, a force, with r_N free, in the place of the cone

  // u_N that goes with |u_T| where tangents slide.
  double dilatancy() const { return sliding - shift; }
  // False of flow without dilatancy, which is friction.
  bool is_plastic() const { return cylinder || shift != sliding; }
};

inline ConeCoefficients rolling_friction(double mu, double mu_r) {
  return {mu, mu_r, mu};
}

// How far x is from its projection, by pairs: x - P = (-a sliding - b rolling, sliding x_T/|x_T|, rolling
// x_M/|x_M|). Where all of x goes, as in the polar cone, it is not filled.
struct RollingExcess {
  enum Piece : signed char { inside, polar, boundary } piece;
  double sliding, rolling;  // T - a n and M - b n where these are positive, else 0
  double tangent, moment;   // T and M
};

inline RollingExcess rolling_excess(const ConeCoefficients& mu, const double* x) {
  const double a = mu.sliding, b = mu.rolling;
  const double T = std::sqrt(x[1] * x[1] + x[2] * x[2]), M = std::sqrt(x[3] * x[3] + x[4] * x[4]);
  if (mu.cylinder) {
    const bool is_inside = T <= a && M == 0.0;
    return {is_inside ? RollingExcess::inside : RollingExcess::boundary, std::max(0.0, T - a), M, T, M};
  }
  // The polar cone comes first: without friction all x with neither tangent nor moment would seem inside.
  if (a * T + b * M <= -x[0]) return {RollingExcess::polar, 0.0, 0.0, T, M};
  if (T <= a * x[0] && M <= b * x[0]) return {RollingExcess::inside, 0.0, 0.0, T, M};
  // Beyond both, T - a n and M - b n being written so that they lose nothing of small ones.
  const double both = 1.0 / (1.0 + a * a + b * b);
  const double slide = ((1.0 + b * b) * T - a * (x[0] + b * M)) * both;
  const double roll = ((1.0 + a * a) * M - b * (x[0] + a * T)) * both;
  if (slide > 0.0 && roll > 0.0) return {RollingExcess::boundary, slide, roll, T, M};
  // Beyond one: that which is not within its limit there is the one.
  if (slide > 0.0) return {RollingExcess::boundary, std::max(0.0, (T - a * x[0]) / (1.0 + a * a)), 0.0, T, M};
  return {RollingExcess::boundary, 0.0, std::max(0.0, (M - b * x[0]) / (1.0 + b * b)), T, M};
}

// p may be x.
inline void project_on_rolling_cone(const ConeCoefficients& mu, const double* x, double* p) {
  const RollingExcess excess = rolling_excess(mu, x);
  if (excess.piece == RollingExcess::polar) {
    std::fill_n(p, rolling_rows, 0.0);
    return;
  }
  // The sum may cancel to a rounding below zero where x is beside the polar cone. A NaN stays a NaN.
  const double normal =
      mu.cylinder ? x[0] : std::max(x[0] + mu.sliding * excess.sliding + mu.rolling * excess.rolling, 0.0);
  const double limit = mu.cylinder ? mu.sliding : mu.sliding * normal;
  const double keep_tangent = excess.sliding > 0.0 ? limit / excess.tangent : 1.0;
  const double keep_moment = excess.rolling > 0.0 ? mu.rolling * normal / excess.moment : 1.0;
  p[0] = normal;
  for (int k = 1; k < 3; ++k) p[k] = keep_tangent * x[k];
  for (int k = 3; k < 5; ++k) p[k] = keep_moment * x[k];
}

inline double rolling_shift(const ConeCoefficients& mu, const double* u) {
  return mu.shift * std::sqrt(u[1] * u[1] + u[2] * u[2]) + mu.rolling * std::sqrt(u[3] * u[3] + u[4] * u[4]);
}

// map = r - P_K(r - (u + (mu |u_T| + mu_r |u_M|) e_N)); as natural_map of cone.hpp. Returns its squared norm.
inline double rolling_natural_map(const ConeCoefficients& mu, const double* r, const double* u, double* map) {
  double shifted[rolling_rows], x[rolling_rows];
  std::copy_n(u, rolling_rows, shifted);
  shifted[0] += rolling_shift(mu, u);
  for (int k = 0; k < rolling_rows; ++k) x[k] = r[k] - shifted[k];
  const RollingExcess excess = rolling_excess(mu, x);
  if (excess.piece == RollingExcess::polar) {
    std::copy_n(r, rolling_rows, map);
  } else {
    std::copy_n(shifted, rolling_rows, map);
    if (excess.piece == RollingExcess::boundary) {
      if (!mu.cylinder) map[0] -= mu.sliding * excess.sliding + mu.rolling * excess.rolling;
      const double of_tangent = excess.sliding > 0.0 ? excess.sliding / excess.tangent : 0.0;
      const double of_moment = excess.rolling > 0.0 ? excess.rolling / excess.moment : 0.0;
      for (int k = 1; k < 3; ++k) map[k] += of_tangent * x[k];
      for (int k = 3; k < 5; ++k) map[k] += of_moment * x[k];
    }
  }
  double sum = 0.0;
  for (int k = 0; k < rolling_rows; ++k) sum += map[k] * map[k];
  return sum;
}

}  // namespace nsds::numerics::friction
