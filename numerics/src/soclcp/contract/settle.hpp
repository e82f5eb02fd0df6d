// Puts points where they stand before they are judged. z, w, out: (n).
#pragma once

#include <span>

#include "soclcp/contract/parts.hpp"

namespace nsds::numerics::soclcp {

// Parts that are outside of their cones go to the nearest points there; the others keep their bits.
void put_in_cones(const Division& division, double* z);

// Parts inside that are nearer to the boundary than a hundredth of the tolerance go there, which no row notices.
void put_on_boundaries(const Division& division, double tolerance, double* z);

// out = P_K(z - t w), t of each part: (parts). Near a solution that puts each part where its w says that it stands.
void natural_step(const Division& division, const double* z, const double* w, std::span<const double> lengths,
                  double* out);

}  // namespace nsds::numerics::soclcp
