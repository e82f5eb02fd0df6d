#include "nsds/theory/first_order/set_distance.hpp"

#include <algorithm>
#include <cmath>

#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

namespace {

/// The excess of a bound of A over that of B. Those of all rows are the excess of A over B, which is reached in a corner.
double beyond(double ofA, double ofB) {
  return ofA == ofB ? 0.0 : std::max(0.0, ofA - ofB);
}

double boxExcess(const MixedSet& a, const MixedSet& b) {
  double squares = 0.0;
  for (Index i = 0; i < a.lower.size(); ++i) {
    const double most = std::max(beyond(-a.lower[i], -b.lower[i]), beyond(a.upper[i], b.upper[i]));
    squares += most * most;
  }
  return std::sqrt(squares);
}

/// Points on a sphere that are looked from: both ends of the axes, and a few directions beside them, the same in every run.
std::vector<Vector> directionsIn(Index n) {
  std::vector<Vector> directions;
  for (Index i = 0; i < std::min<Index>(n, 8); ++i) {
    directions.emplace_back(Vector::Unit(n, i));
    directions.emplace_back(-Vector::Unit(n, i));
  }
  constexpr double goldenRatio = 0.6180339887498949;
  for (Index k = 0; n > 1 && k < 8; ++k) {
    Vector u(n);
    for (Index i = 0; i < n; ++i) {
      const double multiple = goldenRatio * static_cast<double>(k * n + i + 1);
      u[i] = multiple - std::floor(multiple) - 0.5;
    }
    directions.emplace_back(u.normalized());
  }
  return directions;
}

/// The excess of A over B near the center, sup over a ∈ A of d(a, B), which is convex in a: the point of A that lies furthest in
/// the direction away from B is better than the last, as far as a projection from afar finds it.
double climbedExcess(const ConvexSet& A, const ConvexSet& B, const Vector& center, double radius,
                     Vector from) {
  double best = 0.0;
  constexpr int most = 60;  // two balls as far apart as they are wide take 20
  constexpr double far =
      1e3;  // so far away the nearest point of a ball is that in the direction, to the 1e-9 of the header
  for (int k = 0; k < most; ++k) {
    const Vector a = convex::nearestPoint(A, from);
    if ((a - center).norm() > radius * (1.0 + 1e-9)) return best;
    const Vector away = a - convex::nearestPoint(B, a);
    const double distance = away.norm();
    if (!(distance > best * (1.0 + 1e-12))) return best;
    best = distance;
    from = a + (far * radius / distance) * away;
  }
  return best;
}

double probedDistance(const ConvexSet& a, const ConvexSet& b, const Vector& center, double radius) {
  const auto difference = [&](const Vector& p) {
    return std::abs((p - convex::nearestPoint(a, p)).norm() - (p - convex::nearestPoint(b, p)).norm());
  };
  double worst = difference(center);
  for (const Vector& u : directionsIn(center.size())) {
    const Vector p = center + radius * u;
    worst = std::max({worst, difference(p), climbedExcess(a, b, center, radius, p),
                      climbedExcess(b, a, center, radius, p)});
  }
  return worst;
}

}  // namespace

double setDistance(const ConvexSet& a, const ConvexSet& b, VectorConstRef center, double radius) {
  check::that(std::isfinite(radius) && radius > 0.0, "setDistance: the radius is {}, positive expected",
              radius);
  const std::optional<MixedSet> boundsA = convex::bounds(a, center.size());
  const std::optional<MixedSet> boundsB = convex::bounds(b, center.size());
  if (boundsA && boundsB) return std::max(boxExcess(*boundsA, *boundsB), boxExcess(*boundsB, *boundsA));
  return probedDistance(a, b, center, radius);
}

}  // namespace nsds
