#include "contact/convex/separation.hpp"

#include <algorithm>
#include <limits>

namespace nsds::contact {

namespace {

/// Shapes that nearly touch or overlap are moved apart, to this part of the smaller one's size, where nearest points are well defined.
constexpr double apart = 1e-3;
constexpr int mostMoves = 16;
/// A gap has to be larger by this part of the size to be larger.
constexpr double rounding = 1e-11;
/// Shapes that overlap by more than this part of the size are looked at from their centres too.
constexpr double deep = 1e-3;

}  // namespace

double gapAlong(const PlacedConvex& a, const PlacedConvex& b, const Vector3& n) {
  return n.dot(a.support(-n) - b.support(n));
}

namespace {

/// Turns the normal of `best` as long as the gap grows. A plane with that normal is between the shapes where they are moved apart along
/// it, so that they have nearest points, whose normal is a better one unless none near it is.
void improve(const PlacedConvex& a, const PlacedConvex& b, Separation& best) {
  const double size = std::max(a.shape.size(), b.shape.size());
  const double target = apart * std::min(a.shape.size(), b.shape.size());
  for (int move = 0; move < mostMoves; ++move) {
    double shift = best.gap > 0.1 * target ? 0.0 : target - best.gap;
    NearestPoints nearest;
    const auto find = [&] {
      return nearestPoints({a.shape, a.x + shift * best.normal, a.R}, b, best.normal, nearest);
    };
    if (!find()) {  // GJK goes round in circles here and there: not where shapes are a little farther apart
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
  // Shapes that overlap have several normals that are the best nearby.
  if (best.gap < -deep * size && best.normal != centres) {
    Separation other{centres, gapAlong(a, b, centres), false};
    improve(a, b, other);
    if (other.gap > best.gap + rounding * size) best = other;
  }
  return best.gap <= limit;
}

}  // namespace nsds::contact
