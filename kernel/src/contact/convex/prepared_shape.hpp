// Shapes as the functions of this folder take them, prepared once: hulls have their faces, meshes their neighbours and a tree.
#pragma once

#include <memory>
#include <optional>

#include "contact/convex/patch.hpp"
#include "contact/convex/surface_mesh.hpp"

namespace nsds::contact {

class PreparedShape {
 public:
  /// shape: any in space. Errors: InvalidArgument in a build without Bullet.
  explicit PreparedShape(const Shape& shape);

  const Convex* convex() const { return convex_ ? &*convex_ : nullptr; }
  const SurfaceMesh* mesh() const { return mesh_.get(); }
  const HalfSpace* halfSpace() const { return halfSpace_ ? &*halfSpace_ : nullptr; }

 private:
  std::optional<Convex> convex_;
  std::unique_ptr<const SurfaceMesh> mesh_;
  std::optional<HalfSpace> halfSpace_;
};

/// Room for pairs, kept from call to call.
struct PairRoom {
  PatchRoom patch;
  Convex triangle;
  std::vector<std::int32_t> found;
  ContactPoints points;
  ContactPoints group;
  ContactPoints others;
};

/// Finds the points of two shapes with gaps of at most `limit`, into room.points: features of no two are the same. At most 8 for two
/// convex shapes, and for each direction in which a mesh is touched.
void collidePrepared(const PreparedShape& shape1, const Pose& pose1, const PreparedShape& shape2,
                     const Pose& pose2, double limit, PairRoom& room);

}  // namespace nsds::contact
