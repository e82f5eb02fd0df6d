#include "contact/convex/separation.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

namespace nsds::contact {

namespace {

/// Shapes that nearly touch or overlap are moved apart, to this part of the smaller one's size, where nearest points are well defined.
constexpr double movedApart = 1e-3;
constexpr int mostMoves = 16;
/// A gap has to be larger by this part of the size to be larger.
constexpr double rounding = 1e-11;
/// Nearest points are taken if their distance is the gap along their normal up to this part of the size.
constexpr double unproven = 1e-9;
/// Shapes that overlap by more than this part of the size are looked at from several starts.
constexpr double deep = 1e-3;

}  // namespace

double gapAlong(const PlacedConvex& a, const PlacedConvex& b, const Vector3& n) {
  return n.dot(a.support(-n) - b.support(n));
}

namespace {

/// Finds nearest points whose distance is the gap along their normal, which proves that they are. GJK ends before that here and there;
/// from another guess it does not.
bool findNearest(const PlacedConvex& a, const PlacedConvex& b, const Vector3& guess, NearestPoints& nearest) {
  const double allowed = unproven * std::max(a.shape.size(), b.shape.size());
  const Vector3 guesses[] = {guess, a.toSpace(a.shape.centre()) - b.toSpace(b.shape.centre()),
                             Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
  return std::any_of(std::begin(guesses), std::end(guesses), [&](const Vector3& from) {
    return nearestPoints(a, b, from, nearest) &&
           nearest.normal.dot(nearest.onA - nearest.onB) - gapAlong(a, b, nearest.normal) <= allowed;
  });
}

/// Turns the normal of `best` as long as the gap grows. A plane with that normal is between the shapes where they are moved apart along
/// it, so that they have nearest points, whose normal is a better one unless none near it is.
void improve(const PlacedConvex& a, const PlacedConvex& b, Separation& best) {
  const double size = std::max(a.shape.size(), b.shape.size());
  const double target = movedApart * std::min(a.shape.size(), b.shape.size());
  for (int move = 0; move < mostMoves; ++move) {
    double shift = best.gap > 0.1 * target ? 0.0 : target - best.gap;
    NearestPoints nearest;
    const auto find = [&] {
      return findNearest({a.shape, a.x + shift * best.normal, a.R}, b, best.normal, nearest);
    };
    if (!find()) {  // where shapes are a little farther apart the plane still turns the right way
      shift += target;
      if (!find()) return;
    }
    best.hasPoints = true;
    best.onA = nearest.onA - shift * best.normal;
    best.onB = nearest.onB;
    const double gap = gapAlong(a, b, nearest.normal);
    // Rounding must not decide between a face and an edge beside it.
    if (!(gap > best.gap + rounding * size)) return;
    best.normal = nearest.normal;
    best.gap = gap;
    if (shift == 0.0) return;
  }
}

/// Shapes that overlap have several normals that are the best nearby: those that other starts lead to are held against it.
void improveOverlap(const PlacedConvex& a, const PlacedConvex& b, const Vector3& centres, Separation& best) {
  const double size = std::max(a.shape.size(), b.shape.size());
  Vector3 expanded = leastOverlap(a, b, centres);
  if (gapAlong(a, b, -expanded) > gapAlong(a, b, expanded)) expanded = -expanded;
  for (const Vector3& n : {centres, expanded}) {
    if (n.isZero(0.0)) continue;
    Separation other{n, gapAlong(a, b, n), false};
    improve(a, b, other);
    if (other.gap > best.gap + rounding * size) best = other;
  }
}

}  // namespace

bool separate(const PlacedConvex& a, const PlacedConvex& b, double limit, Separation& best) {
  const double size = std::max(a.shape.size(), b.shape.size());
  best = {Vector3::UnitZ(), -std::numeric_limits<double>::infinity(), false};
  const auto consider = [&](const Vector3& n) {
    const double gap = gapAlong(a, b, n);
    if (!(gap > best.gap + rounding * size)) return;
    best.normal = n;
    best.gap = gap;
  };
  for (const Vector3& n : b.shape.faceNormals()) consider(b.R * n);
  for (const Vector3& n : a.shape.faceNormals()) consider(-(a.R * n));
  const Vector3 between = a.toSpace(a.shape.centre()) - b.toSpace(b.shape.centre());
  const Vector3 centres = between.norm() > 0.0 ? Vector3(between.normalized()) : Vector3::UnitZ();
  consider(centres);
  if (best.gap > limit) return false;
  improve(a, b, best);
  if (best.gap < -deep * size) improveOverlap(a, b, centres, best);
  return best.gap <= limit;
}

}  // namespace nsds::contact
