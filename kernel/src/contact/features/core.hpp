// A shape is the hull of a few points, grown by a radius, or a half space. Its boundary has faces (in the plane: sides), edges and
// corners; a point outside is nearest to one of them.
#pragma once

#include <array>
#include <cstdint>

#include "contact/collide_pairs.hpp"
#include "contact/features/feature_gap.hpp"

namespace nsds::contact {

enum class FeatureKind : std::uint8_t { face, edge, corner };

struct Feature {
  FeatureKind kind = FeatureKind::face;
  std::uint8_t index = 0;
  friend bool operator==(const Feature&, const Feature&) = default;
};

class Core {
 public:
  explicit Core(const Shape& shape);

  double radius() const { return radius_; }
  /// The largest distance of a corner from the first one, which rounding is relative to; 1 for single points and half spaces.
  double size() const { return size_; }
  int corners() const { return corners_; }
  const Vector3& corner(int i) const { return corner_[static_cast<std::size_t>(i)]; }
  int faces() const;
  int edges() const { return kind_ == Kind::box ? 12 : kind_ == Kind::segment ? 1 : 0; }
  /// Lines in space are edges; in the plane what is between two corners is a side, which has an inside.
  bool planar() const { return planar_; }

  struct Edge {
    Vector3 middle;
    Vector3 along;  ///< unit
    double half;    ///< half its length
    double reach;   ///< half the least width of the shape
  };
  Edge edge(int i) const;
  /// Gives the outward normals of the faces that meet in an edge; none, 0, if it has no faces.
  int facesOf(int edge, std::array<Vector3, 2>& normals) const;
  /// Gives unit vectors from a corner into the hull, along the edges that meet there; their number.
  int waysInto(int index, std::array<Vector3, 3>& ways) const;

  /// Finds the feature that x, in the frame of the shape, is nearest to.
  Feature nearest(const Vector3& x) const;
  /// Tells how far x is from where the feature is the nearest one; not positive there [m].
  double beyond(const Feature& feature, const Vector3& x) const;
  /// Writes what a gap to the feature needs: other, origin, direction.
  void describe(const Feature& feature, FeatureGap& gap) const;

 private:
  enum class Kind : std::uint8_t { halfSpace, point, segment, polygon, box };

  double beyondSide(int i, const Vector3& x, double most) const;
  double beyondPolygon(const Feature& feature, const Vector3& x) const;
  double beyondBox(const Feature& feature, const Vector3& x) const;
  double mostOutside(const Vector3& x, int without = -1) const;
  Vector3 sideNormal(int i) const;
  const Vector3& cyclic(int i) const { return corner((i + corners_) % corners_); }

  Kind kind_ = Kind::point;
  bool planar_ = false;
  int corners_ = 0;
  double radius_ = 0.0;
  double size_ = 1.0;
  std::array<Vector3, Polygon::most> corner_;
  Vector3 half_ = Vector3::Zero();    // of a box
  Vector3 normal_ = Vector3::Zero();  // of a half space
};

}  // namespace nsds::contact
