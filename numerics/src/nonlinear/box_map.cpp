#include "nonlinear/box_map.hpp"

#include <algorithm>
#include <cmath>

#include "core/numbers.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::nonlinear {
namespace {

// |a - mid(l, a - b, u)| without the difference a - b, in which b vanishes beside an unknown that has run away.
double row_residual(double a, double b, double l, double u) {
  return std::fabs(std::clamp(b, a - u, a - l));
}

// sums += |A| |a|
void add_magnitudes(const affine::Structure& A, std::span<const double> a, std::span<double> sums) {
  const std::size_t n = a.size();
  for (std::size_t j = 0; j < n; ++j) {
    const auto column = static_cast<std::int32_t>(j);
    if (A.sparse) {
      for (std::int32_t k = A.columns.starts[j]; k < A.columns.starts[j + 1]; ++k)
        sums[index(A.columns.rows[k])] += std::fabs(A.columns.values[k] * a[j]);
    } else {
      for (std::size_t i = 0; i < n; ++i) sums[i] += std::fabs(A.dense_column(column)[i] * a[j]);
    }
  }
}

// max_i (|A| |a| + |b|)_i times the rounding of a number.
double roundoff_floor(Map& map, std::span<const double> a, std::span<const double> b) {
  if (!map.linearise(a, b)) return 0.0;
  const std::span<double> sums = map.scratch();
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = std::fabs(b[i]);
  add_magnitudes(map.jacobian(), a, sums);
  return epsilon * largest_magnitude(sums);
}

}  // namespace

double natural_map(std::span<const double> a, std::span<const double> b, std::span<const double> lower,
                   std::span<const double> upper) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double row = row_residual(a[i], b[i], lower[i], upper[i]);
    if (!(row <= largest)) largest = row;  // NaN wins
    if (std::isnan(largest)) return largest;
  }
  return largest;
}

nsds_residual box_residual(Map& map, std::span<const double> a, std::span<const double> b, double tolerance) {
  nsds_residual residual;
  nsds_residual_init(&residual);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double l = map.lower()[i], u = map.upper()[i];
    const double row = row_residual(a[i], b[i], l, u);
    if (residual.worst < 0 || !(row <= residual.value)) {
      residual.value = row;
      residual.worst = static_cast<std::int32_t>(i);
    }
    const double bound = b[i] > 0.0 ? l : u;
    if (std::isfinite(bound)) {
      residual.complementarity = std::max(residual.complementarity, row);
    } else {
      residual.dual = std::max(residual.dual, row);
    }
  }
  if (!std::isfinite(residual.value)) {
    residual.value = infinity;
  } else if (residual.value > tolerance) {
    residual.roundoff_floor = roundoff_floor(map, a, b);
  }
  return residual;
}

}  // namespace nsds::numerics::nonlinear
