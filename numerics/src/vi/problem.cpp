#include "vi/problem.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/entries.hpp"
#include "nonlinear/box_map.hpp"

namespace nsds::numerics::vi {

namespace {

nonlinear::Units row_units(const nsds_vi& given, nonlinear::ScalarUnits units,
                           std::span<const double> block_units, Arena& arena) {
  const std::size_t n = index(given.size);
  if (block_units.empty()) return units.spread(n, arena);
  const std::span<double> z = arena.take<double>(n), w = arena.take<double>(n);
  std::size_t i = 0;
  for (std::size_t k = 0; k < block_units.size(); ++k) {
    for (const std::size_t end = i + index(given.cones[k].size); i < end; ++i) {
      z[i] = units.z * block_units[k];
      w[i] = units.w / block_units[k];
    }
  }
  return {z.data(), w.data()};
}

}  // namespace

Inequality::Inequality(const nsds_vi& given, Arena& arena, std::span<const double> block_units)
    : units_(nonlinear::ScalarUnits::of(given.scale_z, given.scale_w)),
      inequalities_(index(given.inequalities)),
      equalities_(index(given.equalities)),
      set_(given, units_.z, block_units, arena),
      F_(given.size, given.F, {set_.lower(), set_.upper()}, row_units(given, units_, block_units, arena),
         arena) {
  if (given.set == NSDS_VI_POLYHEDRON && inequalities_ + equalities_ > 0)
    conditions_.emplace(given, F_, units_, arena);
}

nsds_residual Inequality::residual(std::span<const double> x, std::span<const double> b,
                                   std::span<double> values, double tolerance) {
  if (!is_in_box()) return set_.residual(x, b);
  if (is_polyhedron()) {
    conditions_->write_values(x, b, values);
  } else {
    std::copy(b.begin(), b.end(), values.begin());
  }
  nsds_residual residual = nonlinear::box_residual(box_map(), x, values, tolerance);
  if (tolerance < infinity) return residual;
  for (std::size_t i = 0; i < values.size(); ++i)
    residual.roundoff_floor =
        std::max(residual.roundoff_floor, epsilon * (std::fabs(x[i]) + std::fabs(values[i])));
  return residual;
}

}  // namespace nsds::numerics::vi
