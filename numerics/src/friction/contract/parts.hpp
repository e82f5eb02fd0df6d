// The parts of the block of a contact, which have one unit each and turn with its tangents: the normal, the tangential one,
// and where contacts resist rolling the moment.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "friction/problem.hpp"

namespace nsds::numerics::friction {

enum Part : std::size_t { normal_part, tangent_part, moment_part, most_parts };

// Rows first[P] to first[P + 1] of a block are part P.
struct Division {
  std::size_t count;
  std::size_t first[most_parts + 1];

  std::size_t rows(std::size_t part) const { return first[part + 1] - first[part]; }
};

inline Division division_of(const Problem& problem) {
  const std::size_t d = index(problem.dimension);
  if (problem.five_rows && problem.has_moments) return {3, {0, 1, d / 2 + 1, d}};
  return {2, {0, 1, d, d}};
}

// The norm of a part, of one row or two. Squares are tried first: they are seldom out of range.
inline double part_norm(const double* x, std::size_t rows) {
  if (rows == 1) return std::fabs(x[0]);
  constexpr double least = 1e-280, most = 1e280;
  const double square = x[0] * x[0] + x[1] * x[1];
  return square > least && square < most ? std::sqrt(square) : std::hypot(x[0], x[1]);
}

// What |r_P| may be of a contact with that r_N. P: not the normal part.
inline double limit_of(const Problem& problem, std::size_t contact, std::size_t part, double normal) {
  if (part == moment_part) return problem.mu_r[contact] * normal;
  return problem.cylinder ? problem.mu[contact] : problem.mu[contact] * normal;
}

// u_N over |u_T| where a point flows: zero in friction.
inline double dilatancy_of(const Problem& problem, std::size_t contact) {
  return problem.theta == nullptr ? 0.0 : problem.mu[contact] - problem.theta[contact];
}

// A part of up to this many times the normal one is accounted for where that is.
inline constexpr double bounded_by_normal = 10.0;

// A norm within this part of its limit is on it.
inline constexpr double on_limit = 8.0 * std::numeric_limits<double>::epsilon();

}  // namespace nsds::numerics::friction
