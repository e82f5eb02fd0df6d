// Surfaces of shapes as triangles, for pictures and for those who need faces.
#pragma once

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds {

/// The closed surface of a hull; vertices are its points, of which those inside have no triangle. Points that are all in one plane have
/// none.
NSDS_KERNEL_API TriangleMesh surfaceOf(const ConvexHull& hull);
/// Two triangles for each cell. Errors: InvalidArgument on a map that has not as many heights as its columns and rows say.
NSDS_KERNEL_API TriangleMesh surfaceOf(const HeightMap& map);

}  // namespace nsds
