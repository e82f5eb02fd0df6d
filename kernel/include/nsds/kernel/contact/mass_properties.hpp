// Mass and inertia of a shape that is filled evenly.
#pragma once

#include "nsds/kernel/contact/shapes.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

struct MassProperties {
  double mass;     ///< [kg]
  Vector3 centre;  ///< of mass, in the frame of the shape [m]: its origin but for polygons
  Matrix inertia;  ///< about the centre, in the axes of the shape: (3 x 3) [kg m²]
};

/// density > 0: [kg/m³], of disks and polygons [kg/m²]: these are thin plates, and inertia(2, 2) is what turns a planar body.
/// A body whose frame is that of the shape needs centre = 0; move the vertices of a polygon by it. Errors: InvalidArgument
/// on a density or lengths that are not positive and finite, or a half space.
NSDS_KERNEL_API MassProperties massProperties(const Shape& shape, double density);

}  // namespace nsds
