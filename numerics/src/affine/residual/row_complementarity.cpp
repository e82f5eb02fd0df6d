#include "affine/residual/row_complementarity.hpp"

#include <algorithm>
#include <cmath>

namespace nsds::numerics::affine {
namespace {

constexpr double negligible = 1e-13;  // of the terms of a row: nothing is asked about it

}  // namespace

RowComplementarity::RowComplementarity(const RowPoint& point, std::span<double> reach) : point_(point) {
  if (!is_in_doubt()) return;
  reach_ = reach;
  std::fill(reach.begin(), reach.end(), 0.0);
  for_each_entry(point.problem.map.M, [&](std::int32_t i, std::int32_t j, double value) {
    reach[index(j)] = std::max(reach[index(j)], ratio(std::fabs(value), point.scale(i)));
  });
}

double RowComplementarity::distance(std::int32_t i) const {
  return point_.w[i] > 0.0 ? point_.z[i] - point_.problem.lower[i] : point_.problem.upper[i] - point_.z[i];
}

// Tells whether w_i would be carried by a bound that z_i is not at.
bool RowComplementarity::is_apart(std::int32_t i) const {
  const double w = point_.w[i];
  return w != 0.0 && uncarried(point_.problem, i, w) == 0.0 && distance(i) > 0.0;
}

// Tells whether a row asks for the pass over the matrix that finds how near to its bound an unknown is.
bool RowComplementarity::is_in_doubt() const {
  for (std::int32_t i = 0; i < point_.problem.map.n; ++i)
    if (is_apart(i) && std::fabs(point_.w[i]) > negligible * point_.scale(i)) return true;
  return false;
}

double RowComplementarity::row(std::int32_t i) const {
  return ratio(std::fabs(point_.w[i]), point_.scale(i));
}

void RowComplementarity::judge(RowFindings& found) const {
  for (std::int32_t i = 0; i < point_.problem.map.n; ++i) {
    if (!is_apart(i)) continue;
    found.take(&nsds_residual::complementarity, reach_.empty() ? row(i) : std::min(row(i), moved(i)), i);
  }
}

double RowComplementarity::missed(std::int32_t i) const {
  if (!is_apart(i)) return uncarried(point_.problem, i, point_.w[i]);
  return reach_.empty() || row(i) <= moved(i) ? std::fabs(point_.w[i]) : 0.0;
}

}  // namespace nsds::numerics::affine
