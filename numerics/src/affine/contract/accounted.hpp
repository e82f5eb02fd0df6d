// Which unknowns of a point the data account for. A point with others has run away along a ray.
#pragma once

#include <cstdint>
#include <span>

#include "affine/contract/rows.hpp"

namespace nsds::numerics::affine {

// forgiven: (n), rows of rounding, which account for nothing. bounded_by: (n), the unknown that bounds each, -1 where none does, or empty; where
// that is accounted for so is what it bounds. Returns an unknown of a ray, -1 where there is none. Passes over the matrix as often as the longest
// chain of rows takes from a datum to an unknown.
std::int32_t unknown_of_ray(const BoxProblem& problem, const Rows& rows,
                            std::span<const unsigned char> forgiven, double tolerance, const double* x,
                            Arena& arena, std::span<const std::int32_t> bounded_by = {});

}  // namespace nsds::numerics::affine
