#include "formulations/row_solution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/numbers.hpp"

namespace nsds {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double eps = std::numeric_limits<double>::epsilon();

}  // namespace

RowSolution solveRow(double m, double q, double lower, double upper) {
  // Zero solves a row of the orthant whatever m is; a NaN shows in the residual.
  if (lower == 0.0 && upper == infinity && q >= 0.0) return {0.0, 0.0 * (q + m), eps};
  const bool isFree = lower == -infinity && upper == infinity;
  if (!(m > 0.0 || (isFree && m < 0.0)) || !(lower <= upper)) return {nan, nan, nan};

  const double z = std::clamp(q == 0.0 ? 0.0 : -q / m, lower, upper);
  const double w = m * z + q;
  // The residual is taken in units of |q| and |q| / m, in which z is 1 inside the interval and w is rounding.
  const double unit = q == 0.0 ? 1.0 : std::abs(q);
  const double floor = eps * ((std::abs(m * z) + std::abs(q)) / unit);
  if (lower < z && z < upper) return {z, std::abs(w / unit), floor};
  const double scaled = z / unit * m;
  const double step = std::clamp(scaled - w / unit, lower / unit * m, upper / unit * m);
  return {z, std::abs(scaled - step), floor};
}

}  // namespace nsds
