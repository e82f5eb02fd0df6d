// Gives an LCP in other units of z and w, which are powers of two: a change to them rounds nothing.
#pragma once

#include <optional>
#include <span>

#include "affine/residual/row_residual.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

struct Units {
  std::span<double> z, w;  // (n), what one of z_i and w_i in these units is in those of the caller
};

// Tells whether the caller has chosen units.
inline bool has_units(const nsds_lcp& given) {
  return given.z_unit != nullptr;
}

// The powers of two at or below what the caller measures in.
Units units_of_caller(const nsds_lcp& given, Arena& arena);

// Finds units in which the entries of M are about one.
Units units_of_matrix(const nsds_matrix& M, Arena& arena);

// w / w_unit = (M z + q) / w_unit as a problem for z / z_unit. measured: in these units z and w are as they are to be measured, else
// its class finds some. arena: must outlive it. Nothing where an entry leaves the range of numbers.
std::optional<Lcp> in_units(const Lcp& problem, const Units& units, bool measured, Arena& arena);

// The problem as one over a box, for a measure row by row. measure, arena: must outlive it.
affine::BoxProblem orthant(const Lcp& problem, affine::RowMeasure& measure, Arena& arena);

}  // namespace nsds::numerics::lcp
