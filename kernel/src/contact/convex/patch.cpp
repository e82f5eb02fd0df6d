#include "contact/convex/patch.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace nsds::contact {

namespace {

/// Polygons of one size on top of each other keep their corners, whatever rounding says: relative to the size.
constexpr double overlap = 1e-7;
/// Nearest points that are nearer than all others by less than this part of the size are no point of their own.
constexpr double asNear = 1e-9;
/// Segments whose directions have a smaller sine lie beside each other and have two points.
constexpr double beside = 0.02;

enum Kind : std::uint32_t { cornerOfFirst = 1, cornerOfSecond, crossing, ends, nearestOnes, onHalfSpace };

/// Edges of the polygon that clips have this bit, so that corners of its own are told from crossings.
constexpr std::uint32_t ofClip = 1U << 31U;

/// Lays one polygon over another along the normal n: points are on the subject, the other one's height is that of its plane.
struct Overlay {
  const SupportPolygon& subject;
  const SupportPolygon& clip;  // counterclockwise seen along −up
  Vector3 n;                   // the direction of projection
  Vector3 up;                  // out of the clip's face: n or −n
  double slack;
  PatchRoom& room;

  void run() {
    auto& polygon = room.polygon;
    polygon.clear();
    for (std::size_t i = 0; i < subject.size(); ++i)
      polygon.push_back({subject[i].x, subject[i].name, edgeName(subject, i)});
    for (std::size_t j = 0; j < clip.size(); ++j) cut(j);
  }
  static std::uint32_t edgeName(const SupportPolygon& polygon, std::size_t i) {
    const std::uint32_t from = polygon[i].name;
    const std::uint32_t to = polygon[(i + 1) % polygon.size()].name;
    return nameOf(0, std::min(from, to), std::max(from, to)) & ~ofClip;
  }
  /// Keeps what is inside of edge j, as Sutherland and Hodgman do.
  void cut(std::size_t j) {
    const Vector3& from = clip[j].x;
    const Vector3 along = clip[(j + 1) % clip.size()].x - from;
    const Vector3 outward = along.cross(up).normalized();
    const std::uint32_t edge = edgeName(clip, j) | ofClip;
    const auto beyond = [&](const PatchRoom::Corner& corner) { return outward.dot(corner.x - from) - slack; };
    auto& polygon = room.polygon;
    auto& kept = room.clipped;
    kept.clear();
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const PatchRoom::Corner& here = polygon[k];
      const PatchRoom::Corner& next = polygon[(k + 1) % polygon.size()];
      const double d0 = beyond(here);
      const double d1 = beyond(next);
      const bool closes = polygon.size() == 2 && k == 1;  // the way back along a segment
      if (d0 <= 0.0) kept.push_back(here);
      if (closes || (d0 <= 0.0) == (d1 <= 0.0)) continue;
      const Vector3 x = here.x + d0 / (d0 - d1) * (next.x - here.x);
      const std::uint32_t own = std::min(here.along, edge);
      const std::uint32_t other = std::max(here.along, edge);
      const bool ofClipAlone = (own & ofClip) != 0;
      kept.push_back(
          {x, nameOf(ofClipAlone ? cornerOfSecond : crossing, own, other), d0 <= 0.0 ? edge : here.along});
    }
    polygon.swap(kept);
  }
};

struct Patch {
  const PlacedConvex& a;
  const PlacedConvex& b;
  const Separation& apart;
  double limit = 0.0;
  ContactPoints& points;

  double least = INFINITY;  // gap of the cores among the points

  /// No point is nearer than the nearest ones: where corners are kept beyond the other polygon, gaps of slanted faces would be.
  void add(const Vector3& onB, double gap, std::uint32_t name) {
    gap = std::max(gap, apart.gap);
    least = std::min(least, gap);
    const double between = gap - a.shape.radius() - b.shape.radius();
    if (!(between <= limit)) return;
    points.push_back({onB + (b.shape.radius() + 0.5 * between) * apart.normal, apart.normal, between, name});
  }
};

/// Puts polygons in space.
Vector3 place(const PlacedConvex& shape, const Vector3& direction, SupportPolygon& polygon) {
  const Vector3 normal = shape.shape.touching(shape.R.transpose() * direction, polygon);
  for (SupportCorner& corner : polygon) corner.x = shape.toSpace(corner.x);
  return shape.R * normal;
}

/// Two segments beside each other meet along the part that they share.
void addSegments(const SupportPolygon& first, const SupportPolygon& second, const Vector3& n, Patch& patch) {
  const auto flat = [&](const Vector3& x) -> Vector3 { return x - n.dot(x) * n; };
  const Vector3 u = flat(first[1].x - first[0].x);
  const Vector3 d = flat(second[1].x - second[0].x);
  if (!(u.cross(d).norm() < beside * u.norm() * d.norm())) return;
  const Vector3 along = u.normalized();
  const auto at = [&](const SupportCorner& corner) { return along.dot(corner.x); };
  const auto on = [&](const SupportPolygon& segment, double s) -> Vector3 {
    const double t = (s - at(segment[0])) / (at(segment[1]) - at(segment[0]));
    return segment[0].x + t * (segment[1].x - segment[0].x);
  };
  const double low = std::max(at(first[0]), std::min(at(second[0]), at(second[1])));
  const double high = std::min(at(first[1]), std::max(at(second[0]), at(second[1])));
  if (low > high) return;
  for (const double s : {low, high}) {
    const Vector3 onB = on(second, s);
    patch.add(onB, n.dot(on(first, s) - onB), nameOf(ends, s == low ? 0 : 1, 0));
  }
}

}  // namespace

std::uint32_t nameOf(std::uint32_t kind, std::uint32_t i, std::uint32_t j, std::uint32_t k, std::uint32_t l) {
  // The mixing of MurmurHash3 (A. Appleby, public domain) for each word.
  std::uint32_t hash = 0x9747b28cU;
  for (std::uint32_t word : {kind, i, j, k, l}) {
    word *= 0xcc9e2d51U;
    word = (word << 15U) | (word >> 17U);
    hash ^= word * 0x1b873593U;
    hash = ((hash << 13U) | (hash >> 19U)) * 5U + 0xe6546b64U;
  }
  hash ^= hash >> 16U;
  hash *= 0x85ebca6bU;
  hash ^= hash >> 13U;
  return hash;
}

void addPatch(const PlacedConvex& a, const PlacedConvex& b, const Separation& apart, PatchPoints which,
              double limit, PatchRoom& room, ContactPoints& points) {
  const Vector3& n = apart.normal;
  const std::size_t before = points.size();
  const double size = std::max(a.shape.size(), b.shape.size());
  const double slack = overlap * std::min(a.shape.size(), b.shape.size());
  const Vector3 faceA = place(a, -n, room.first);
  const Vector3 faceB = place(b, n, room.second);
  Patch patch{a, b, apart, limit, points};
  const bool clipByB = room.second.size() > 2;
  if (clipByB || room.first.size() > 2) {
    const SupportPolygon& clip = clipByB ? room.second : room.first;
    const Vector3 face = clipByB ? faceB : faceA;
    Overlay overlay{clipByB ? room.first : room.second, clip, n, clipByB ? n : Vector3(-n), slack, room};
    overlay.run();
    for (const PatchRoom::Corner& corner : room.polygon) {
      // The clip's plane, face · (x − corner) = 0, along n through the corner of the subject.
      const double along = face.dot(clip[0].x - corner.x) / face.dot(n);
      const double gap = clipByB ? -along : along;
      const Vector3 onB = clipByB ? Vector3(corner.x + along * n) : corner.x;
      patch.add(onB, gap, nameOf(clipByB ? cornerOfFirst : cornerOfSecond, corner.name, clipByB ? 1 : 0));
    }
  } else if (room.first.size() == 2 && room.second.size() == 2) {
    addSegments(room.first, room.second, n, patch);
  }
  keepSpread(points, before, Manifold::most - 1);
  if (which == PatchPoints::overlayAndNearest && apart.hasPoints && patch.least > apart.gap + asNear * size)
    patch.add(apart.onB, apart.gap, nameOf(nearestOnes, 0, 0));
}

void addPatch(const PlacedConvex& a, const Vector3& normal, double offset, double limit, PatchRoom& room,
              ContactPoints& points) {
  const std::size_t before = points.size();
  place(a, -normal, room.first);
  double least = INFINITY;
  const auto add = [&](const Vector3& x, std::uint32_t name) {
    const double gap = normal.dot(x) - offset - a.shape.radius();
    least = std::min(least, gap);
    if (gap <= limit) points.push_back({x - (a.shape.radius() + 0.5 * gap) * normal, normal, gap, name});
  };
  for (const SupportCorner& corner : room.first) add(corner.x, nameOf(onHalfSpace, corner.name, 0));
  keepSpread(points, before, Manifold::most - 1);
  const Vector3 lowest = a.support(-normal);
  if (normal.dot(lowest) - offset - a.shape.radius() < least - asNear * a.shape.size())
    add(lowest, nameOf(nearestOnes, 0, 0));
}

void keepSpread(ContactPoints& points, std::size_t first, std::size_t most) {
  if (points.size() <= first + most) return;
  const auto begin = points.begin() + static_cast<std::ptrdiff_t>(first);
  std::iter_swap(begin, std::min_element(begin, points.end(),
                                         [](const auto& p, const auto& q) { return p.gap < q.gap; }));
  for (std::size_t kept = 1; kept < most; ++kept) {
    const auto next = begin + static_cast<std::ptrdiff_t>(kept);
    const auto distance = [&](const ContactPoint& point) {
      double least = INFINITY;
      for (auto other = begin; other != next; ++other)
        least = std::min(least, (other->point - point.point).squaredNorm());
      return least;
    };
    std::iter_swap(next, std::max_element(next, points.end(), [&](const auto& p, const auto& q) {
                     return distance(p) < distance(q);
                   }));
  }
  points.resize(first + most);
}

}  // namespace nsds::contact
