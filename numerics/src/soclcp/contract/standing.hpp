// Where the block of z stands in its cone, and what that leaves of the block of w (docs/ok.md, "Second-order cones").
#pragma once

#include <cmath>
#include <cstdint>

#include "core/numbers.hpp"
#include "soclcp/contract/parts.hpp"

namespace nsds::numerics::soclcp {

enum class Place : std::uint8_t { outside, zero, inside, on_boundary };

struct Standing {
  Place place;
  double violation;
};

// A tangential norm within this part of mu z_N is on the boundary.
inline constexpr double on_boundary_within = 8.0 * epsilon;

// x, z, w: (n), of all parts. |x_T|.
inline double tangential_norm(const Part& part, const double* x) {
  return euclidean_norm(part.rows - 1, [tangent = x + part.begin + 1](std::size_t i) { return tangent[i]; });
}

Place place_of(const Part& part, const double* z);
Standing standing_of(const Part& part, const double* z, const double* w);

}  // namespace nsds::numerics::soclcp
