// Where two convex shapes that are apart along a normal, or touch, have points of contact: what of each touches a plane with that normal is
// laid over that of the other.
#pragma once

#include "contact/convex/separation.hpp"

namespace nsds::contact {

using ContactPoints = std::vector<ContactPoint>;

/// Room for the polygons of a pair, kept from call to call.
struct PatchRoom {
  SupportPolygon first;
  SupportPolygon second;
  struct Corner {
    Vector3 x;            // on the subject
    std::uint32_t name;   // of the corner
    std::uint32_t along;  // name of the edge that leaves it
  };
  std::vector<Corner> polygon;
  std::vector<Corner> clipped;
};

enum class PatchPoints { overlay, overlayAndNearest };

/// Adds points with gaps of at most `limit`, at most 8. Nearest: the nearest points too, where the polygons have none as near.
void addPatch(const PlacedConvex& a, const PlacedConvex& b, const Separation& apart, PatchPoints which,
              double limit, PatchRoom& room, ContactPoints& points);

/// Adds the points of a shape and a half space.
void addPatch(const PlacedConvex& a, const Vector3& normal, double offset, double limit, PatchRoom& room,
              ContactPoints& points);

/// Leaves at most `most` of the points from `first` on: the deepest, and those far from each other.
void keepSpread(ContactPoints& points, std::size_t first, std::size_t most);

/// One number for the names of features.
std::uint32_t nameOf(std::uint32_t kind, std::uint32_t i, std::uint32_t j, std::uint32_t k = 0,
                     std::uint32_t l = 0);

}  // namespace nsds::contact
