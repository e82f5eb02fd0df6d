#include "contact/features/core.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"

namespace nsds::contact {

namespace {

double signOf(unsigned bits, int bit) {
  return ((bits >> static_cast<unsigned>(bit)) & 1U) != 0 ? 1.0 : -1.0;
}

/// An edge of a box is 4 axis + the signs of the two other coordinates in cyclic order.
struct BoxEdge {
  int axis;
  int j, k;
  double signJ, signK;
  explicit BoxEdge(int index)
      : axis(index / 4),
        j((axis + 1) % 3),
        k((axis + 2) % 3),
        signJ(signOf(static_cast<unsigned>(index), 0)),
        signK(signOf(static_cast<unsigned>(index), 1)) {}
};

}  // namespace

Core::Core(const Shape& shape) {
  const auto put = [this](const Vector3& x) { corner_[static_cast<std::size_t>(corners_++)] = x; };
  if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    put(Vector3::Zero());
    radius_ = sphere->radius;
  } else if (const auto* disk = std::get_if<Disk>(&shape)) {
    planar_ = true;
    put(Vector3::Zero());
    radius_ = disk->radius;
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    kind_ = Kind::segment;
    for (const double side : {-1.0, 1.0}) put(side * capsule->halfLength * Vector3::UnitZ());
    radius_ = capsule->radius;
  } else if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    planar_ = true;
    kind_ = polygon->vertices.size() == 2 ? Kind::segment : Kind::polygon;
    for (const Vector2& x : polygon->vertices) put({x[0], x[1], 0.0});
    radius_ = polygon->radius;
  } else if (const auto* box = std::get_if<Box>(&shape)) {
    kind_ = Kind::box;
    half_ = box->half;
    for (unsigned i = 0; i < 8; ++i)
      put(Vector3(signOf(i, 0), signOf(i, 1), signOf(i, 2)).cwiseProduct(half_));
  } else {
    kind_ = Kind::halfSpace;
    const auto& halfSpace = std::get<HalfSpace>(shape);
    normal_ = halfSpace.normal;
    half_ = halfSpace.offset * halfSpace.normal;  // a point of the face
  }
  for (int i = 1; i < corners_; ++i) size_ = std::max(i == 1 ? 0.0 : size_, (corner(i) - corner(0)).norm());
}

int Core::faces() const {
  switch (kind_) {
    case Kind::halfSpace:
      return 1;
    case Kind::polygon:
      return corners_;
    case Kind::box:
      return 6;
    default:
      return 0;
  }
}

Core::Edge Core::edge(int i) const {
  if (kind_ == Kind::segment) {
    const Vector3 apart = corner(1) - corner(0);
    return {0.5 * (corner(0) + corner(1)), apart.normalized(), 0.5 * apart.norm(), 0.0};
  }
  const BoxEdge e(i);
  Vector3 middle = Vector3::Zero();
  middle[e.j] = e.signJ * half_[e.j];
  middle[e.k] = e.signK * half_[e.k];
  return {middle, Vector3::Unit(e.axis), half_[e.axis], half_.minCoeff()};
}

int Core::facesOf(int edge, std::array<Vector3, 2>& normals) const {
  if (kind_ != Kind::box) return 0;
  const BoxEdge e(edge);
  normals = {e.signJ * Vector3::Unit(e.j), e.signK * Vector3::Unit(e.k)};
  return 2;
}

int Core::waysInto(int index, std::array<Vector3, 3>& ways) const {
  switch (kind_) {
    case Kind::halfSpace:
    case Kind::point:
      return 0;
    case Kind::segment:
      ways[0] = (corner(1 - index) - corner(index)).normalized();
      return 1;
    case Kind::polygon:
      ways[0] = (cyclic(index + 1) - corner(index)).normalized();
      ways[1] = (cyclic(index - 1) - corner(index)).normalized();
      return 2;
    case Kind::box:
      break;
  }
  for (int k = 0; k < 3; ++k)
    ways[static_cast<std::size_t>(k)] = -signOf(static_cast<unsigned>(index), k) * Vector3::Unit(k);
  return 3;
}

Vector3 Core::sideNormal(int i) const {
  const Vector3 along = cyclic(i + 1) - corner(i);
  return Vector3(along[1], -along[0], 0.0) / along.norm();
}

/// The largest distance from the line of a side, out of the polygon; not positive inside. without: a side that does not count.
double Core::mostOutside(const Vector3& x, int without) const {
  double most = -infinity;
  for (int i = 0; i < corners_; ++i)
    if (i != without) most = std::max(most, sideNormal(i).dot(x - corner(i)));
  return most;
}

/// Outside a side is nearest between the normals at its ends; inside where its line is.
double Core::beyondSide(int i, const Vector3& x, double most) const {
  const double outside = sideNormal(i).dot(x - corner(i));
  if (most <= 0.0) return mostOutside(x, i) - outside;
  const Vector3 along = cyclic(i + 1) - corner(i);
  const double length = along.norm();
  const double place = along.dot(x - corner(i)) / length;
  return std::max({-place, place - length, outside < 0.0 ? -outside : -infinity});
}

double Core::beyondPolygon(const Feature& feature, const Vector3& x) const {
  const double most = mostOutside(x);
  if (feature.kind == FeatureKind::face) return beyondSide(feature.index, x, most);
  if (most <= 0.0) return infinity;
  double beyond = -infinity;
  std::array<Vector3, 3> ways;
  const int count = waysInto(feature.index, ways);
  for (int k = 0; k < count; ++k)
    beyond = std::max(beyond, ways[static_cast<std::size_t>(k)].dot(x - corner(feature.index)));
  return beyond;
}

double Core::beyondBox(const Feature& feature, const Vector3& x) const {
  const Vector3 outside = x.cwiseAbs() - half_;
  if (feature.kind == FeatureKind::face) {
    const int axis = feature.index / 2;
    const double out = signOf(feature.index, 0) * x[axis] - half_[axis];
    const double beside = std::max(outside[(axis + 1) % 3], outside[(axis + 2) % 3]);
    if (outside.maxCoeff() <= 0.0)
      return std::max(beside, -out - 2.0 * half_[axis]) - out;  // the opposite face too
    return std::max(beside, out < 0.0 ? -out : -infinity);
  }
  if (feature.kind == FeatureKind::edge) {
    const BoxEdge e(feature.index);
    return std::max({outside[e.axis], half_[e.j] - e.signJ * x[e.j], half_[e.k] - e.signK * x[e.k]});
  }
  double beyond = -infinity;
  for (int k = 0; k < 3; ++k) beyond = std::max(beyond, half_[k] - signOf(feature.index, k) * x[k]);
  return beyond;
}

double Core::beyond(const Feature& feature, const Vector3& x) const {
  switch (kind_) {
    case Kind::halfSpace:
    case Kind::point:
      return 0.0;
    case Kind::polygon:
      return beyondPolygon(feature, x);
    case Kind::box:
      return beyondBox(feature, x);
    case Kind::segment:
      break;
  }
  const Edge line = edge(0);
  const double place = line.along.dot(x - line.middle);
  if (feature.kind == FeatureKind::edge) return std::abs(place) - line.half;
  return line.half + (feature.index == 0 ? place : -place);
}

Feature Core::nearest(const Vector3& x) const {
  if (kind_ == Kind::halfSpace) return {FeatureKind::face, 0};
  Feature best;
  double least = infinity;
  const auto consider = [&](FeatureKind kind, int count) {
    for (int i = 0; i < count; ++i) {
      const Feature feature{kind, static_cast<std::uint8_t>(i)};
      const double value = beyond(feature, x);
      if (value >= least) continue;
      least = value;
      best = feature;
    }
  };
  consider(FeatureKind::face, faces());
  consider(FeatureKind::edge, edges());
  consider(FeatureKind::corner, corners_);
  return best;
}

void Core::describe(const Feature& feature, FeatureGap& gap) const {
  gap.otherRadius = radius_;
  if (feature.kind == FeatureKind::corner) {
    gap.other = FeatureGap::Other::corner;
    gap.origin = corner(feature.index);
    gap.direction.setZero();
    return;
  }
  if (feature.kind == FeatureKind::edge) {
    const Edge line = edge(feature.index);
    gap.other = FeatureGap::Other::edge;
    gap.origin = line.middle;
    gap.direction = line.along;
    return;
  }
  gap.other = FeatureGap::Other::face;
  switch (kind_) {
    case Kind::halfSpace:
      gap.direction = normal_;
      gap.origin = half_;
      return;
    case Kind::polygon:
      gap.direction = sideNormal(feature.index);
      gap.origin = corner(feature.index);
      return;
    default:
      break;
  }
  const int axis = feature.index / 2;
  gap.direction = signOf(feature.index, 0) * Vector3::Unit(axis);
  gap.origin = half_[axis] * gap.direction;
}

}  // namespace nsds::contact
