#include "nsds/theory/first_order/surface_motion.hpp"

#include <cmath>

#include "modeling/checks.hpp"

namespace nsds {

SurfaceMotion surfaceMotion(double before, double behind, double zero) {
  check::finite("surfaceMotion", "the normal velocity before", before);
  check::finite("surfaceMotion", "the normal velocity behind", behind);
  check::that(zero >= 0.0, "surfaceMotion: zero is {}, not negative expected", zero);
  if (std::abs(before) <= zero || std::abs(behind) <= zero) return SurfaceMotion::tangent;
  if ((before > 0.0) == (behind > 0.0)) return SurfaceMotion::crossing;
  return before > 0.0 ? SurfaceMotion::sliding : SurfaceMotion::repulsive;
}

}  // namespace nsds
