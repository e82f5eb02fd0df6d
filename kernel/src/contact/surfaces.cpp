#include "nsds/kernel/contact/surfaces.hpp"

#include "contact/convex/hull.hpp"
#include "contact/measures.hpp"

namespace nsds {

TriangleMesh surfaceOf(const ConvexHull& hull) {
  TriangleMesh mesh{hull.points, {}};
  for (const contact::HullFace& face : contact::facesOfHull(hull.points))
    for (std::size_t k = 2; k < face.corners.size(); ++k)
      mesh.triangles.push_back({face.corners[0], face.corners[k - 1], face.corners[k]});
  return mesh;
}

TriangleMesh surfaceOf(const HeightMap& map) {
  checkShape("surfaceOf", map);
  TriangleMesh mesh;
  for (std::size_t row = 0; row < map.rows; ++row)
    for (std::size_t column = 0; column < map.columns; ++column)
      mesh.vertices.emplace_back(map.dx * static_cast<double>(column), map.dy * static_cast<double>(row),
                                 map.heights[row * map.columns + column]);
  for (std::size_t row = 0; row + 1 < map.rows; ++row) {
    for (std::size_t column = 0; column + 1 < map.columns; ++column) {
      const auto corner = static_cast<std::int32_t>(row * map.columns + column);
      const auto above = static_cast<std::int32_t>((row + 1) * map.columns + column);
      mesh.triangles.push_back({corner, corner + 1, above + 1});
      mesh.triangles.push_back({corner, above + 1, above});
    }
  }
  return mesh;
}

}  // namespace nsds
