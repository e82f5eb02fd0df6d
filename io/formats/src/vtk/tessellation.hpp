// Shapes as polygons.
#pragma once

#include <vector>

#include "nsds/kernel/contact/shapes.hpp"
#include "vtk/poly_data.hpp"

namespace nsds::io::vtk {

/// Adds the surface of a shape to the polygons of data, counterclockwise seen from outside; planar shapes become one polygon
/// in their plane, rounded by four times as many segments. Vertices lie on the surface. Returns the number of polygons. A
/// half space has none.
std::size_t addShape(const Shape& shape, const Pose& pose, int segments, PolyData& data);

/// Radius of a ball about the origin of the shape that holds it; 0 of a half space.
double reachOf(const Shape& shape);

/// Part of the plane in which a half space ends: a square about the point nearest to `centre`. Its edges are 2 * half
/// long. Where bodies are planar, it is the filled part of the plane z = 0 down to a tenth of that.
void addHalfSpace(const HalfSpace& space, const Pose& pose, const Vector3& centre, double half, bool planar,
                  PolyData& data);

}  // namespace nsds::io::vtk
