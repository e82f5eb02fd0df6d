// Collides spheres and capsules, which are segments with a radius.
#include <algorithm>
#include <cmath>

#include "contact/collide_pairs.hpp"

namespace nsds::contact {

namespace {

double clampUnit(double s) {
  return std::clamp(s, -1.0, 1.0);
}

/// Gives the s in [−1, 1] at which the segment c + s half is nearest to p.
double nearest(const Round& round, const Vector3& p) {
  const double length2 = round.half.squaredNorm();
  return length2 > 0.0 ? clampUnit((p - round.centre).dot(round.half) / length2) : 0.0;
}

Vector3 at(const Round& round, double s) {
  return round.centre + s * round.half;
}

void addAt(Manifold& manifold, double margin, const Round& a, double s, const Round& b, double t,
           std::uint32_t feature) {
  addBalls(manifold, margin, at(a, s), a.radius, at(b, t), b.radius, feature);
}

/// Two segments side by side touch along an interval; its ends carry what the line does. Returns false if
/// they do not overlap.
bool addParallel(const Round& a, const Round& b, double margin, Manifold& manifold) {
  const double length2 = a.half.squaredNorm();
  const double middle = (b.centre - a.centre).dot(a.half) / length2;
  const double reach = std::abs(b.half.dot(a.half)) / length2;
  const double low = std::max(-1.0, middle - reach);
  const double high = std::min(1.0, middle + reach);
  if (!(low < high)) return false;
  addAt(manifold, margin, a, low, b, nearest(b, at(a, low)), 0);
  addAt(manifold, margin, a, high, b, nearest(b, at(a, high)), 1);
  return true;
}

}  // namespace

void collideRounds(const Round& a, const Round& b, double margin, Manifold& manifold) {
  const double aa = a.half.squaredNorm();
  const double bb = b.half.squaredNorm();
  const double ab = a.half.dot(b.half);
  const double cross2 = aa * bb - ab * ab;
  constexpr double parallel = 1e-4;  // sine of the angle below which two axes count as parallel
  const bool both = aa > 0.0 && bb > 0.0;
  if (both && cross2 <= parallel * parallel * aa * bb && addParallel(a, b, margin, manifold)) return;
  double s = 0.0;
  if (both && cross2 > 0.0) {
    // The common perpendicular of the two lines meets the first one at s, which is then held within the
    // segment.
    const Vector3 apart = b.centre - a.centre;
    s = clampUnit((apart.dot(a.half) * bb - apart.dot(b.half) * ab) / cross2);
  }
  const double t = nearest(b, at(a, s));
  s = nearest(a, at(b, t));
  addAt(manifold, margin, a, s, b, nearest(b, at(a, s)), 2);
}

void collideRoundHalfSpace(const Round& a, const HalfSpace& b, const Pose& poseB, double margin,
                           Manifold& manifold) {
  const Vector3 normal = rotationOf(poseB) * b.normal;
  const double offset = b.offset + normal.dot(poseB.x);
  const bool sphere = a.half.isZero(0.0);
  for (int end = 0; end < (sphere ? 1 : 2); ++end) {
    const Vector3 centre = at(a, end == 0 ? -1.0 : 1.0);
    const double gap = normal.dot(centre) - offset - a.radius;
    add(manifold, margin, centre - (a.radius + 0.5 * gap) * normal, normal, gap,
        static_cast<std::uint32_t>(end));
  }
}

}  // namespace nsds::contact
