// The convex hull of points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds::contact {

struct HullFace {
  Vector3 normal;                     ///< unit, outward
  std::vector<std::int32_t> corners;  ///< counterclockwise seen from outside
};

/// Gives the faces, those in one plane joined; none if all points are in one plane. Work: points times faces. Points that are within
/// 1e-10 of the size of the hull of a face count as its own.
std::vector<HullFace> facesOfHull(std::span<const Vector3> points);

}  // namespace nsds::contact
