// Mass and inertia of a shape that is filled evenly.
#pragma once

#include <span>

#include "nsds/kernel/contact/shapes.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

struct MassProperties {
  double mass;  ///< [kg]
  Vector3
      centre;  ///< of mass, in the frame of the shape [m]: its origin but for polygons, hulls, cones, meshes
  Matrix inertia;  ///< about the centre, in the axes of the shape: (3 x 3) [kg m²]
};

/// density > 0: [kg/m³], of disks and polygons [kg/m²]: these are thin plates, and inertia(2, 2) is what turns a planar body.
/// A body has its centre of mass at its origin: where centre is not zero give the detection the shape with a pose, {.pose = {-centre}}. Errors: InvalidArgument
/// on a density or lengths that are not positive and finite, a half space, a height map, a mesh that is not closed.
NSDS_KERNEL_API MassProperties massProperties(const Shape& shape, double density);

/// A shape in the frame of a body.
struct PlacedShape {
  Shape shape;
  Pose pose = {};
};

/// Gives those of a body of several shapes in the frame that their poses are in; where they overlap mass counts twice. A body has its
/// centre of mass at its origin: take `centre` from the poses before CollisionDetection gets them. density, errors: as above;
/// InvalidArgument without parts, or of those in the plane and in space together, or on a pose without a unit quaternion.
NSDS_KERNEL_API MassProperties massProperties(std::span<const PlacedShape> parts, double density);

}  // namespace nsds
