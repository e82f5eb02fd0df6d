// What the drivers of the friction classes share: the size of a problem, the coefficients of friction,
// and what makes a problem sound.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "check.hpp"
#include "drawn_problem.hpp"
#include "subject.hpp"

namespace nsds::fuzz {

// Coefficients of friction: zeros and large ones among them, now and then one that is refused.
struct Friction {
  Friction(Input& input, int contacts, Range range) {
    const bool without = input.chance(32);
    for (int c = 0; c < contacts; ++c) mu.push_back(without ? 0.0 : std::fabs(input.number(range)));
    if (contacts > 0 && input.chance(4)) mu[input.byte() % mu.size()] = -1.0;
    for (const double value : mu) sound = sound && value >= 0.0;
  }
  std::vector<double> mu;
  bool sound = true;
};

// Another version's struct, a number of contacts or a dimension that the arrays do not have, a null array.
// Returns whether it did any of that.
template <class Problem>
bool spoil_friction(Input& input, Problem& problem) {
  if (!input.chance(8)) return false;
  constexpr std::int32_t counts[] = {-1, INT32_MIN, INT32_MAX, INT32_MAX / 3};
  switch (input.byte() % 5) {
    case 0:
      problem.struct_size += 8;
      break;
    case 1:
      problem.contacts = counts[input.byte() % 4];
      break;
    case 2:
      problem.contacts -= 1;
      break;
    case 3:
      problem.dimension = input.integer(-1, 6);
      break;
    default:
      problem.q = nullptr;
  }
  return true;
}

inline double norm(const double* x, std::size_t d) {
  double sum = 0.0;
  for (std::size_t k = 0; k < d; ++k) sum = std::hypot(sum, x[k]);
  return sum;
}

// | r - P_K(r - u - mu |u_T| e_N) |, the law of Coulomb in numbers without units.
inline double law_defect(std::size_t d, double mu, const double* r, const double* u) {
  double x[3], p[3] = {};
  for (std::size_t k = 0; k < d; ++k) x[k] = r[k] - u[k];
  x[0] -= mu * norm(u + 1, d - 1);
  const double tangent = norm(x + 1, d - 1);
  if (mu * tangent <= -x[0]) {
    // the vertex
  } else if (tangent <= mu * x[0]) {
    std::copy_n(x, d, p);
  } else {
    const double along = (x[0] + mu * tangent) / (1.0 + mu * mu);  // (1, mu t) is the edge below x
    p[0] = along;
    for (std::size_t k = 1; k < d; ++k) p[k] = mu * along * x[k] / tangent;
  }
  for (std::size_t k = 0; k < d; ++k) p[k] -= r[k];
  return norm(p, d);
}

// Reactions whose squares are no numbers any more are as good as zero.
inline bool is_within(double size, double limit) {
  return size <= limit * (1.0 + 1e-12) + std::sqrt(std::numeric_limits<double>::min());
}

inline bool is_in_cone(std::size_t d, double mu, const double* r) {
  return is_within(norm(r + 1, d - 1), mu * r[0]);
}

// d rows: normal, tangents, and as many moments.
inline bool is_in_rolling_cone(std::size_t d, double mu, double mu_r, const double* r) {
  const std::size_t tangents = d / 2;
  return is_within(norm(r + 1, tangents), mu * r[0]) &&
         is_within(norm(r + 1 + tangents, tangents), mu_r * r[0]);
}

}  // namespace nsds::fuzz
