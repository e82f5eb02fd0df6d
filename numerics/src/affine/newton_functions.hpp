// Complementarity functions over a box: of a = z / s_z, b = w / s_w and the bounds l <= u of the row in units
// of z, each with an element of its generalised derivative.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"

namespace nsds::numerics::affine {

// A function of a and b at a point.
struct Value {
  double value;
  double by_a;
  double by_b;
};

// phi(x, y) = x + y - sqrt(x^2 + y^2 + 2 mu^2) and its derivatives by x and y, which for mu > 0 is zero where x y = mu^2,
// x, y > 0 [Kanzow 1996, SIAM J. Matrix Anal. Appl. 17]; for mu = 0 any pair on the circle around (1, 1) will do at the
// origin.
inline Value fischer_burmeister(double x, double y, double mu = 0.0) {
  const double root = mu == 0.0 ? std::hypot(x, y) : std::hypot(x, y, std::sqrt(2.0) * mu);
  // This form has no cancellation where x and y are positive.
  const double value = x + y > 0.0 ? 2.0 * (x * y - mu * mu) / (x + y + root) : x + y - root;
  if (root == 0.0) return {value, 1.0 - std::sqrt(0.5), 1.0 - std::sqrt(0.5)};
  return {value, 1.0 - x / root, 1.0 - y / root};
}

// lambda phi + (1 - lambda) x+ y+, phi that of Fischer and Burmeister [Chen, Chen, Kanzow 2000, Math. Program. 88].
inline Value penalised(double x, double y, double lambda) {
  const Value plain = fischer_burmeister(x, y);
  const double a = std::max(x, 0.0), b = std::max(y, 0.0);
  const double rest = 1.0 - lambda;
  return {lambda * plain.value + rest * a * b, lambda * plain.by_a + (x > 0.0 ? rest * b : 0.0),
          lambda * plain.by_b + (y > 0.0 ? rest * a : 0.0)};
}

// Extends phi(x, y) to any bounds [Billups 1995, PhD thesis, Madison].
template <class Phi>
Value over_box(const Phi& phi, double a, double b, double l, double u) {
  if (u == infinity) return l == -infinity ? Value{b, 0.0, 1.0} : phi(a - l, b);
  const Value above = phi(u - a, -b);
  const Value below{-above.value, above.by_a, above.by_b};  // of -phi(u - a, -b), by a and b
  if (l == -infinity) return below;
  const Value both = phi(a - l, below.value);
  return {both.value, both.by_a + both.by_b * below.by_a, both.by_b * below.by_b};
}

// The function that a merit is made of: that of Fischer and Burmeister, smoothed by mu, or penalised where lambda < 1.
struct MeritFunction {
  double lambda = 1.0;
  double mu = 0.0;

  Value operator()(double a, double b, double l, double u) const {
    if (lambda < 1.0)
      return over_box([this](double x, double y) { return penalised(x, y, lambda); }, a, b, l, u);
    return over_box([this](double x, double y) { return fischer_burmeister(x, y, mu); }, a, b, l, u);
  }
};

// The natural map a - mid(l, a - b, u).
inline Value middle(double a, double b, double l, double u) {
  if (a - b <= l) return {a - l, 1.0, 0.0};
  if (a - b >= u) return {a - u, 1.0, 0.0};
  return {b, 0.0, 1.0};
}

}  // namespace nsds::numerics::affine
