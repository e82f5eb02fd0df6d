// Compares derivatives that a caller gives with differences of the functions, along one direction, to name those that are wrong.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/numbers.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

// Where derivatives disagree with differences: by how much a row changes along the direction. row: -1: they agree.
struct Disagreement {
  std::int32_t row = -1;
  double by_differences = 0.0, by_derivatives = 0.0;
};

// direction: (n) out, a step of the length of differences in every unknown, into the bounds, whose parts are not multiples of each other.
NSDS_NUMERICS_API void set_direction(std::span<const double> at, std::span<const double> lower,
                                     std::span<const double> upper, std::span<double> direction);

// Tells whether a change of a row along the direction, and along half of it, is another one than that of its derivatives. terms: of the row, whose
// rounding changes it too. Curvature makes the second disagreement a quarter of the first, a wrong derivative a half.
inline bool disagree(double change, double half_change, double derivative, double terms) {
  constexpr double clearly = 0.05;
  const double rounding = 1e3 * epsilon * terms;
  const double error = std::fabs(change - derivative), half_error = std::fabs(2.0 * half_change - derivative);
  const double size = std::max(std::fabs(change), std::fabs(derivative));
  return error > clearly * size + rounding && half_error > clearly * size + rounding &&
         half_error > 0.75 * error;
}

// a: (n), b: (n) its value. The Jacobian is that of the caller; two evaluations.
NSDS_NUMERICS_API Disagreement compare_jacobian(Map& map, std::span<const double> a,
                                                std::span<const double> b, Arena& arena);

}  // namespace nsds::numerics::nonlinear
