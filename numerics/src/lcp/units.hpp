// Gives an LCP in other units of z and w, which are powers of two: a change to them rounds nothing.
#pragma once

#include <optional>
#include <span>

#include "affine/contract/contract.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

struct Units {
  std::span<double> z, w;  // (n), what one of z_i and w_i in these units is in those of the given problem
};

// Tells whether the largest entries of rows and columns are within a few powers of ten of each other.
bool is_of_one_size(const nsds_matrix& M, Arena& arena);

// Finds units in which the entries of M are about one.
Units units_of_matrix(const nsds_matrix& M, Arena& arena);

// w / w_unit = (M z + q) / w_unit as a problem for z / z_unit. arena: must outlive it. Nothing where an entry leaves the
// range of numbers.
std::optional<Lcp> in_units(const Lcp& problem, const Units& units, Arena& arena);

// The problem as one over a box that a contract judges. floor: (n), Nullable: 0. floor, contract, arena: must outlive it.
affine::BoxProblem orthant(const Lcp& problem, const double* floor, const affine::Contract& contract,
                           Arena& arena);

}  // namespace nsds::numerics::lcp
