// What happens where the state meets a surface on whose two sides different fields act, by their normal velocities (Filippov
// 1988, section 10): with a normal that points from the side before to the side behind,
//
//   nᵀf_before   nᵀf_behind
//       > 0          > 0       crossing: it goes on behind
//       < 0          < 0       crossing: it goes on before
//       > 0          < 0       sliding: both push it to the surface, on which it stays
//       < 0          > 0       repulsive: it may leave to either side, or stay for any time: the solution is not unique
//
// Where one of them is zero the first derivatives do not tell: tangent.
#pragma once

#include <cstdint>

#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

enum class SurfaceMotion : std::uint8_t { crossing, sliding, repulsive, tangent };

/// before, behind: normal velocities on the two sides, along the same normal. zero ≥ 0: below it they count as zero. Errors:
/// InvalidArgument on numbers that are not finite, or a negative `zero`.
NSDS_THEORY_API SurfaceMotion surfaceMotion(double before, double behind, double zero = 0.0);

}  // namespace nsds
