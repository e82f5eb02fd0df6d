#include "nsds/theory/first_order/projected_dynamical_system.hpp"

#include <algorithm>
#include <cmath>

#include "linalg/numbers.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

namespace {

/// The length by which x is small: its own, or that of the set.
double scaleAt(const ConvexSet& K, VectorConstRef x) {
  const double size = std::max(x.norm(), convex::extent(K));
  return size > 0.0 ? size : 1.0;
}

void checkPointOfSet(const ConvexSet& K, VectorConstRef x, VectorConstRef v) {
  check::size("the projection of a vector", "v", v.size(), x.size());
  check::finite("the projection of a vector", "x", x);
  check::finite("the projection of a vector", "v", v);
  const double outside = (x - convex::nearestPoint(K, x)).norm();
  constexpr double far = 1e-6;  // a guess: beyond it x is no state that a solver left near K
  check::that(outside <= far * scaleAt(K, x), "the projection of a vector: x is {} from K", outside);
}

constexpr double atBound = 1e-9;  // part of a row: above what solvers leave

/// Bounds that x is at let v point inwards only. Each row has a size of its own, by which x counts as at its bound.
Vector tangentOfBox(const MixedSet& box, VectorConstRef x, VectorConstRef v) {
  const double rounding = 64.0 * epsilon * x.cwiseAbs().maxCoeff();
  Vector p = v;
  for (Index i = 0; i < p.size(); ++i) {
    double size = std::abs(x[i]);
    for (const double bound : {box.lower[i], box.upper[i]})
      if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
    const double tolerance = std::max(atBound * size, rounding);
    if (x[i] <= box.lower[i] + tolerance) p[i] = std::max(p[i], 0.0);
    if (x[i] >= box.upper[i] - tolerance) p[i] = std::min(p[i], 0.0);
  }
  return p;
}

}  // namespace

/// Quotients q(δ) = Π + δ c + O(δ²) where K is smooth, and exact for small δ where it is a polyhedron: 2 q(δ/2) - q(δ) is taken
/// where it changes least, before the rounding of x, divided by δ, takes over.
Vector directionalProjection(const ConvexSet& K, VectorConstRef x, VectorConstRef v) {
  checkPointOfSet(K, x, v);
  if (v.norm() == 0.0) return v;
  const Vector start = convex::nearestPoint(K, x);
  double delta = 1e-2 * scaleAt(K, x) / v.norm();
  const auto quotient = [&] { return Vector((convex::nearestPoint(K, start + delta * v) - start) / delta); };
  Vector last = quotient();
  Vector extrapolated = last;
  Vector best = last;
  double smallest = infinity;
  constexpr int halvings = 20;  // to 1e-8 of the scale
  for (int k = 0; k < halvings; ++k) {
    delta *= 0.5;
    const Vector next = quotient();
    const Vector better = 2.0 * next - last;
    const double change = (better - extrapolated).norm();
    if (k > 0 && change < smallest) {
      smallest = change;
      best = better;
      if (change <= 1e-13 * v.norm()) break;
    }
    extrapolated = better;
    last = next;
  }
  return best;
}

Vector tangentProjection(const ConvexSet& K, VectorConstRef x, VectorConstRef v) {
  checkPointOfSet(K, x, v);
  if (const std::optional<MixedSet> box = convex::bounds(K, x.size()); box.has_value())
    return tangentOfBox(*box, x, v);
  if (std::holds_alternative<PolyhedronSet>(K))
    return FinitelyRepresentedSet::of(K, x.size()).projectTangent(x, v, atBound);
  return directionalProjection(K, x, v);
}

Vector slowVelocity(const ConstrainedField& problem, double t, VectorConstRef x) {
  return tangentProjection(problem.set(), x, -problem.field().at(t, x));
}

}  // namespace nsds
