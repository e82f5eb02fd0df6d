// Collides shapes of the plane. Where two hulls are apart, or overlap, along the normal of an edge, the other
// one's edge is clipped by the ends of that edge: two points. Where their nearest points are vertices: one.
#include <algorithm>
#include <limits>

#include "contact/collide_pairs.hpp"
#include "linalg/numbers.hpp"

namespace nsds::contact {

namespace {

constexpr auto most = static_cast<std::uint32_t>(Polygon::most);

void addPlanar(Manifold& manifold, double margin, const Vector2& point, const Vector2& normal, double gap,
               std::uint32_t feature) {
  add(manifold, margin, {point[0], point[1], 0.0}, {normal[0], normal[1], 0.0}, gap, feature);
}

/// Gives the least n · vertex, which is where the hull ends against the direction n.
double leastAlong(const Hull& hull, const Vector2& n) {
  double least = infinity;
  for (int k = 0; k < hull.count; ++k) least = std::min(least, n.dot(hull.vertex(k)));
  return least;
}

/// Gives the edge that looks most against n.
int edgeAgainst(const Hull& hull, const Vector2& n) {
  int best = 0;
  double least = infinity;
  for (int k = 0; k < hull.count; ++k) {
    const double along = n.dot(hull.normal(k));
    if (along >= least) continue;
    least = along;
    best = k;
  }
  return best;
}

struct Face {
  int edge = -1;  // -1: there is none
  Vector2 normal = Vector2::Zero();
  double gap = -infinity;  // between the hulls, without radii, along the normal
};

/// Gives the edge from which the other hull is farthest, or overlaps least.
Face separatingFace(const Hull& hull, const Hull& other) {
  Face best;
  if (hull.count < 2) return best;
  for (int k = 0; k < hull.count; ++k) {
    const Vector2 n = hull.normal(k);
    const double gap = leastAlong(other, n) - n.dot(hull.vertex(k));
    if (gap > best.gap) best = {k, n, gap};
  }
  return best;
}

/// Points are named by the vertices they are at, whichever hull has the edge; pairs of corners by both.
std::uint32_t nameOf(bool ofA, int vertex) {
  return static_cast<std::uint32_t>(vertex) + (ofA ? 0U : most);
}
std::uint32_t nameOfPair(int ofA, int ofB) {
  return 2U * most + static_cast<std::uint32_t>(ofA) * most + static_cast<std::uint32_t>(ofB);
}

// Rounding must not decide what is cut off or how a point is named. Ends of an edge that lie beyond those of
// another one by less than this part of its length are not cut off; where two corners are nearer to each
// other than `same`, the point has the name of the first hull's.
constexpr double edgeSlack = 1e-6;
constexpr double same = 1e-3;

struct Edge {
  const Hull& hull;
  const Hull& other;
  const Face& face;
  bool ofA;  // the edge; the other hull is b then
  double margin;
  Manifold& manifold;

  /// x: of the other hull.
  void add(const Vector2& x, std::uint32_t feature) const {
    const double apart = face.normal.dot(x - hull.vertex(face.edge));
    const Vector2 point = x - 0.5 * (apart + other.radius - hull.radius) * face.normal;
    const Vector2 normal = ofA ? Vector2(-face.normal) : face.normal;
    addPlanar(manifold, margin, point, normal, apart - hull.radius - other.radius, feature);
  }
  /// Adds the ends of the part of the other hull's edge that lies before this one.
  void clip() const {
    const int facing = edgeAgainst(other, face.normal);
    const Vector2 along = hull.edge(face.edge);
    const double length2 = along.squaredNorm();
    const auto place = [&](int k) { return along.dot(other.vertex(k) - hull.vertex(face.edge)) / length2; };
    // The ends of the facing edge are placed along this one, from 0 to 1.
    const double s[2] = {place(facing), place(facing + 1)};
    const double low = std::max(std::min(s[0], s[1]), 0.0);
    const double high = std::min(std::max(s[0], s[1]), 1.0);
    if (high - low < same) {
      addNearest(facing);
      return;
    }
    // An end beyond this edge is cut off at its corner; others stay where they are.
    for (int end = 0; end < 2; ++end) {
      const int corner = s[end] > 0.5 ? 1 : 0;  // of the edge, the nearer one
      const std::uint32_t name = nameOf(ofA, (face.edge + corner) % hull.count);
      const Vector2& x = other.vertex(facing + end);
      if (s[end] < -edgeSlack || s[end] > 1.0 + edgeSlack) {
        const double part = (corner - s[end]) / (s[1 - end] - s[end]);
        add(x + part * (other.vertex(facing + 1 - end) - x), name);
      } else {
        const bool together = ofA && std::abs(s[end] - corner) < same;
        add(x, together ? name : nameOf(!ofA, (facing + end) % other.count));
      }
    }
  }
  /// Adds the nearer corner of the other hull, where edges meet beside this one or hardly beyond its end.
  void addNearest(int facing) const {
    const double first = face.normal.dot(other.vertex(facing));
    const int nearest = face.normal.dot(other.vertex(facing + 1)) < first ? facing + 1 : facing;
    add(other.vertex(nearest), nameOf(!ofA, nearest % other.count));
  }
};

struct Corners {
  int ofA = 0;
  int ofB = 0;
  double distance = infinity;
  Vector2 normal = Vector2::UnitX();  // out of b into a
};

Corners nearestCorners(const Hull& a, const Hull& b) {
  Corners nearest;
  for (int i = 0; i < a.count; ++i) {
    for (int j = 0; j < b.count; ++j) {
      const Vector2 apart = a.vertex(i) - b.vertex(j);
      const double distance = apart.norm();
      if (distance >= nearest.distance) continue;
      nearest = {i, j, distance, distance > 0.0 ? Vector2(apart / distance) : Vector2::UnitX()};
    }
  }
  return nearest;
}

}  // namespace

void collideHulls(const Hull& a, const Hull& b, double margin, Manifold& manifold) {
  const Face ofA = separatingFace(a, b);
  const Face ofB = separatingFace(b, a);
  const double gap = std::max(ofA.gap, ofB.gap);
  if (gap - a.radius - b.radius > margin) return;
  const bool points = a.count == 1 && b.count == 1;
  if (gap > 0.0 || a.count <= 2 || b.count <= 2) {
    // Along the line through the nearest corners the hulls are as far apart as these only if nothing else is
    // nearer. Hulls without an inside may be apart along no edge's normal.
    const Corners corners = nearestCorners(a, b);
    const double apart = leastAlong(a, corners.normal) + leastAlong(b, -corners.normal);
    constexpr double rounding = 1e-9;
    if (points || apart > std::max(gap, 0.0) + rounding * corners.distance) {
      const double between = corners.distance - a.radius - b.radius;
      addPlanar(manifold, margin, b.vertex(corners.ofB) + (b.radius + 0.5 * between) * corners.normal,
                corners.normal, between, nameOfPair(corners.ofA, corners.ofB));
      return;
    }
  }
  const bool edgeOfA = ofA.gap >= ofB.gap;
  const Edge edge{edgeOfA ? a : b, edgeOfA ? b : a, edgeOfA ? ofA : ofB, edgeOfA, margin, manifold};
  if (edge.other.count == 1) {
    edge.add(edge.other.vertex(0), nameOf(!edgeOfA, 0));
  } else {
    edge.clip();
  }
}

void collideHullHalfSpace(const Hull& a, const HalfSpace& b, const Pose& poseB, double margin,
                          Manifold& manifold) {
  const Vector3 outward = rotationOf(poseB) * b.normal;
  const double offset = b.offset + outward.dot(poseB.x);
  const Vector2 normal = outward.head<2>();
  const int facing = a.count > 1 ? edgeAgainst(a, normal) : 0;
  for (int k = facing; k < facing + std::min(a.count, 2); ++k) {
    const double gap = normal.dot(a.vertex(k)) - offset - a.radius;
    addPlanar(manifold, margin, a.vertex(k) - (a.radius + 0.5 * gap) * normal, normal, gap,
              nameOf(true, k % a.count));
  }
}

}  // namespace nsds::contact
