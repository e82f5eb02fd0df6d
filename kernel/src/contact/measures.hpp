// What contact detection must know of a shape beside where it meets others.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>
#include <variant>

#include "nsds/kernel/contact/shapes.hpp"

namespace nsds {

/// Gives the radius of the ball around the origin of its frame that holds the shape; infinite for half
/// spaces.
double boundingRadius(const Shape& shape);
/// Gives the smallest of its radius or half widths, which margins are relative to.
double smallestLength(const Shape& shape);
/// The word for a shape in messages.
const char* nameOf(const Shape& shape);
/// Returns true for disks and polygons.
bool isPlanar(const Shape& shape);
/// Returns true for shapes that meet others by way of Bullet: they are the last ones. Each pair of shapes is asked in each step.
inline bool needsBullet(const Shape& shape) {
  constexpr std::size_t first = 6;
  static_assert(std::is_same_v<std::variant_alternative_t<first - 1, Shape>, Polygon> &&
                std::is_same_v<std::variant_alternative_t<first, Shape>, ConvexHull>);
  return shape.index() >= first;
}
/// Returns true for half spaces, meshes and height maps, which no body has.
bool isOnlyStatic(const Shape& shape);
/// Errors: InvalidArgument that begins with the owner of the shape, unless the pose keeps it in the plane z = 0; a half space has to
/// cut that at a right angle.
void checkInPlane(std::string_view owner, const Shape& shape, const Pose& pose);
/// Errors: InvalidArgument that begins with the owner of the shape.
void checkShape(std::string_view owner, const Shape& shape);

}  // namespace nsds
