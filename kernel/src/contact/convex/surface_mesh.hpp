// A surface of triangles that does not move: which triangles are where, and which normals its edges and corners admit. A body that slides
// over a flat part meets no edge there.
#pragma once

#include "contact/convex/backend.hpp"

namespace nsds::contact {

class SurfaceMesh {
 public:
  explicit SurfaceMesh(TriangleMesh mesh);

  /// Lists the triangles that may meet the box, in ascending order.
  void find(const Vector3& low, const Vector3& high, std::vector<std::int32_t>& found) const {
    tree_.find(low, high, found);
  }
  std::array<Vector3, 3> corners(std::int32_t triangle) const;
  const std::array<std::int32_t, 3>& names(std::int32_t triangle) const {
    return mesh_.triangles[static_cast<std::size_t>(triangle)];
  }
  const Vector3& normal(std::int32_t triangle) const { return normals_[static_cast<std::size_t>(triangle)]; }
  /// Tells whether a body may meet the triangle with the normal n, out of the surface: that of its face, or one between those of the
  /// faces around an edge or a corner where the surface is convex.
  bool admits(std::int32_t triangle, const Vector3& n) const;

 private:
  void connect();

  TriangleMesh mesh_;
  std::vector<Vector3> normals_;
  std::vector<std::array<std::int32_t, 3>> across_;  // the corner beyond each edge; -1 at the rim
  std::vector<std::size_t> ringEnds_;                // of each corner, among
  std::vector<std::int32_t> rings_;                  // the corners that it has edges to
  TriangleTree tree_;
};

}  // namespace nsds::contact
