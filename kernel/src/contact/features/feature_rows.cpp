#include "contact/features/feature_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace nsds::contact {

namespace {

// Names of rows: corners of shape 1, of shape 2, pairs of edges; of partners: kind and index.
constexpr std::uint32_t ofSecond = 0x100;
constexpr std::uint32_t twoEdges = 0x10000;

std::uint32_t codeOf(const Feature& feature) {
  return static_cast<std::uint32_t>(feature.kind) * 0x100U + feature.index;
}
Feature featureOf(std::uint32_t code) {
  return {static_cast<FeatureKind>(code / 0x100U), static_cast<std::uint8_t>(code % 0x100U)};
}
std::uint32_t edgesName(int i, int j) {
  return twoEdges + static_cast<std::uint32_t>(i) * 0x100U + static_cast<std::uint32_t>(j);
}

/// Rounding must not decide where a point is: a row that is there stays while it is beyond its place by less than this part of the
/// size of a shape.
constexpr double slack = 1e-9;
// Shapes without a radius that are nearer than this part of the size of a shape touch, up to the drift of integrators.
constexpr double touch = 1e-6;

// Edges that are nearer to parallel than this sine have no row: the rows of their ends do what theirs would.
constexpr double parallel = 1e-3;
constexpr double stillParallel = 1e-4;
// Faces on top of each other have crossing edges whose normals are at the rim of what the faces admit.
constexpr double rim = 1e-6;
constexpr double stillRim = 1e-3;
// Lines in space that are nearly parallel, up to this sine, meet in two points: the farther one counts too, so that it is there in time.
constexpr double flat = 0.02;
constexpr double stillFlat = 0.04;

struct Placed {
  const Core& core;
  Vector3 x;
  Matrix3 R;
  Vector3 toBody(const Vector3& point) const { return R.transpose() * (point - x); }
  Vector3 toSpace(const Vector3& local) const { return x + R * local; }
};

/// Rows of corners of one shape with features of the other.
struct CornerRows {
  const Placed& own;
  const Placed& other;
  std::uint32_t base;  // of their names
  double limit;
  const PresentRows& present;
  FeatureRows& rows;

  void find() const {
    for (int i = 0; i < own.core.corners(); ++i) add(i);
  }
  void add(int i) const {
    const std::uint32_t name = base + static_cast<std::uint32_t>(i);
    const Vector3 point = own.toSpace(own.core.corner(i));
    const Vector3 x = other.toBody(point);
    const std::optional<std::uint32_t> known = present.partnerOf(name);
    const bool stays = known && other.core.beyond(featureOf(*known), x) <= slack * other.core.size();
    const bool sharp = own.core.radius() + other.core.radius() == 0.0;
    Feature feature = stays ? featureOf(*known) : other.core.nearest(x);
    if (sharp && !stays && !findFace(x, feature)) return;
    FeatureGap features;
    other.core.describe(feature, features);
    Vector3 apart = x - features.origin;
    double distance = features.direction.dot(apart);
    Vector3 direction = features.direction;
    if (feature.kind != FeatureKind::face) {
      apart -= distance * features.direction;
      distance = apart.norm();
      if (!(distance > 0.0)) return;
      direction = apart / distance;
      if (!isNearest(i, other.R * direction, other.R * features.direction, known.has_value())) return;
    }
    const double gap = distance - own.core.radius() - other.core.radius();
    if (gap <= limit) rows.push_back({{name, codeOf(feature)}, gap});
  }
  /// Finds the face that x is nearest to, of shapes without a radius; false if it is nearest to something else.
  bool findFace(const Vector3& x, Feature& best) const {
    double least = slack * other.core.size();
    bool found = false;
    for (int i = 0; i < other.core.faces(); ++i) {
      const Feature face{FeatureKind::face, static_cast<std::uint8_t>(i)};
      const double beyond = other.core.beyond(face, x);
      if (beyond > least || !counts(face, x, beyond)) continue;
      least = beyond;
      best = face;
      found = true;
    }
    return found;
  }
  /// Where x touches the face, or is beside its end, another face may be the one that keeps the shapes apart: a block that slides over
  /// the end of a table does not strike it with its front. The face counts there if the whole shape of x is on its outer side.
  bool counts(const Feature& face, const Vector3& x, double beyond) const {
    FeatureGap features;
    other.core.describe(face, features);
    const double near = touch * std::max(own.core.size(), other.core.size());
    if (features.direction.dot(x - features.origin) > near && beyond < -near) return true;
    for (int i = 0; i < own.core.corners(); ++i) {
      const Vector3 corner = other.toBody(own.toSpace(own.core.corner(i)));
      if (features.direction.dot(corner - features.origin) < -near) return false;
    }
    return true;
  }
  /// A corner beside an edge or a corner counts if what is around it is not nearer. The row of an edge there takes over at once: beyond
  /// their places the two curve differently. m: out of the other shape; d: along its edge, zero
  /// beside a corner.
  bool isNearest(int i, const Vector3& m, const Vector3& d, bool known) const {
    const bool edge = !d.isZero(0.0);
    if (edge && own.core.planar()) return true;  // a side without an inside
    std::array<Vector3, 3> ways;
    const int count = own.core.waysInto(i, ways);
    for (int k = 0; k < count; ++k) {
      const Vector3 way = own.R * ways[static_cast<std::size_t>(k)];
      const bool alongEdge = edge && way.cross(d).norm() <= (known ? stillFlat : flat);
      if (!alongEdge && m.dot(way) < 0.0) return false;
    }
    return true;
  }
};

/// Two edges that cross at a distance.
struct EdgeRows {
  const Placed& first;
  const Placed& second;
  double limit;
  const PresentRows& present;
  FeatureRows& rows;

  void find() const {
    for (int i = 0; i < first.core.edges(); ++i)
      for (int j = 0; j < second.core.edges(); ++j) add(i, j);
  }
  void add(int i, int j) const {
    const std::optional<std::uint32_t> known = present.partnerOf(edgesName(i, j));
    const Core::Edge a = first.core.edge(i);
    const Core::Edge b = second.core.edge(j);
    const Vector3 u = first.R * a.along;
    const Vector3 d = second.R * b.along;
    const Vector3 across = u.cross(d);
    const double sine = across.norm();
    if (sine < (known ? stillParallel : parallel)) return;
    // The nearest points of the two lines lie within the edges.
    const Vector3 apart = first.toSpace(a.middle) - second.toSpace(b.middle);
    const double cosine = u.dot(d);
    const double s = (cosine * d.dot(apart) - u.dot(apart)) / (sine * sine);
    const double t = d.dot(apart) + cosine * s;
    const bool sharp = first.core.radius() + second.core.radius() == 0.0;
    const double more = known && sharp ? slack : 0.0;
    if (std::abs(s) > a.half + more * first.core.size() || std::abs(t) > b.half + more * second.core.size())
      return;
    const Vector3 m = across / sine;
    double sign = m.dot(apart) < 0.0 ? -1.0 : 1.0;
    if (known) sign = *known != 0 ? 1.0 : -1.0;
    const double radii = first.core.radius() + second.core.radius();
    if (radii == 0.0 && !known) {  // of boxes the faces say which side is out
      sign = admits(i, j, m, rim) ? 1.0 : -1.0;
    }
    if (!admits(i, j, sign * m, known ? stillRim : rim)) return;
    const double gap = sign * m.dot(apart) - radii;
    // Where the boxes are beside each other the edges on their far sides are as apart as they are wide, the wrong way round.
    if (radii == 0.0 && gap < -0.5 * std::min(a.reach, b.reach)) return;
    if (gap <= limit) rows.push_back({{edgesName(i, j), sign > 0.0 ? 1U : 0U}, gap});
  }
  /// m points out of the faces at edge j of shape 2, and into those at edge i of shape 1.
  bool admits(int i, int j, const Vector3& m, double allowed) const {
    std::array<Vector3, 2> normals;
    const int ofFirst = first.core.facesOf(i, normals);
    for (int k = 0; k < ofFirst; ++k)
      if (m.dot(first.R * normals[static_cast<std::size_t>(k)]) > allowed) return false;
    const int ofSecondShape = second.core.facesOf(j, normals);
    for (int k = 0; k < ofSecondShape; ++k)
      if (m.dot(second.R * normals[static_cast<std::size_t>(k)]) < -allowed) return false;
    return true;
  }
};

/// Two corners that are nearest to each other have one row: that of shape 2 if it alone was there.
void dropTwins(const PresentRows& present, FeatureRows& rows) {
  const auto isCorner = [](const FeatureRow& row) {
    return row.name.own < twoEdges && featureOf(row.name.partner).kind == FeatureKind::corner;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const RowName name = rows[i].name;
    if (!isCorner(rows[i]) || name.own >= ofSecond) continue;
    const auto twin = std::find_if(rows.begin(), rows.end(), [&](const FeatureRow& row) {
      return isCorner(row) && row.name.own == ofSecond + featureOf(name.partner).index &&
             featureOf(row.name.partner).index == name.own;
    });
    if (twin == rows.end()) continue;
    const bool second = present.partnerOf(twin->name.own) && !present.partnerOf(name.own);
    rows.erase(second ? rows.begin() + static_cast<std::ptrdiff_t>(i) : twin);
    if (second) --i;
  }
}

}  // namespace

void findRows(const Core& shape1, const Pose& pose1, const Core& shape2, const Pose& pose2, double limit,
              const PresentRows& present, FeatureRows& rows) {
  rows.clear();
  const Placed first{shape1, pose1.x, rotationOf(pose1)};
  const Placed second{shape2, pose2.x, rotationOf(pose2)};
  CornerRows{first, second, 0, limit, present, rows}.find();
  CornerRows{second, first, ofSecond, limit, present, rows}.find();
  dropTwins(present, rows);
  if (shape1.planar() || shape2.planar()) return;
  EdgeRows{first, second, limit, present, rows}.find();
}

FeatureGap describeRow(const Core& shape1, const Pose* pose1, const Core& shape2, const Pose* pose2,
                       const RowName& name) {
  FeatureGap gap;
  if (name.own >= twoEdges) {
    const Core::Edge a = shape1.edge(static_cast<int>((name.own - twoEdges) / 0x100U));
    const Core::Edge b = shape2.edge(static_cast<int>((name.own - twoEdges) % 0x100U));
    gap = {FeatureGap::Other::edges,
           true,
           a.middle,
           a.along,
           b.middle,
           b.along,
           name.partner != 0 ? 1.0 : -1.0,
           shape1.radius(),
           shape2.radius()};
  } else {
    gap.pointOnFirst = name.own < ofSecond;
    const Core& own = gap.pointOnFirst ? shape1 : shape2;
    const Core& other = gap.pointOnFirst ? shape2 : shape1;
    gap.point = own.corner(static_cast<int>(name.own % ofSecond));
    gap.pointRadius = own.radius();
    other.describe(featureOf(name.partner), gap);
  }
  const auto move = [](const Pose* pose, Vector3& place, Vector3& direction) {
    if (pose == nullptr) return;
    const Matrix3 R = rotationOf(*pose);
    place = pose->x + R * place;
    direction = R * direction;
  };
  move(gap.pointOnFirst ? pose1 : pose2, gap.point, gap.along);
  move(gap.pointOnFirst ? pose2 : pose1, gap.origin, gap.direction);
  return gap;
}

bool namesRow(const Core& shape1, const Core& shape2, const RowName& name) {
  if (name.own >= twoEdges) {
    const std::uint32_t pair = name.own - twoEdges;
    return static_cast<int>(pair / 0x100U) < shape1.edges() &&
           static_cast<int>(pair % 0x100U) < shape2.edges() && name.partner <= 1;
  }
  const Core& own = name.own < ofSecond ? shape1 : shape2;
  const Core& other = name.own < ofSecond ? shape2 : shape1;
  const Feature feature = featureOf(name.partner);
  const int count = feature.kind == FeatureKind::corner ? other.corners()
                    : feature.kind == FeatureKind::edge ? other.edges()
                                                        : static_cast<int>(Polygon::most);
  return name.own < 2 * ofSecond && static_cast<int>(name.own % ofSecond) < own.corners() &&
         name.partner < 0x300 && feature.index < count;
}

}  // namespace nsds::contact
