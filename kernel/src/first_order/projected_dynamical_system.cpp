#include "nsds/kernel/first_order/projected_dynamical_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "formulations/output_sets/polyhedron_projection.hpp"
#include "modeling/checks.hpp"
#include "nsds/kernel/modeling/convex_sets.hpp"

namespace nsds {

namespace {

Vector pointOf(const ConvexSet& K, const Vector& x) {
  Vector p(x.size());
  if (const auto* const polyhedron = std::get_if<PolyhedronSet>(&K); polyhedron != nullptr) {
    if (!projectOnto(*polyhedron, x, p)) throw InvalidArgument("the polyhedron K is empty");
  } else {
    convex::project(K, x, p);
  }
  return p;
}

/// The length by which x is small: its own, or that of the set.
double scaleAt(const ConvexSet& K, VectorConstRef x) {
  const double size = std::max(x.norm(), convex::extent(K));
  return size > 0.0 ? size : 1.0;
}

void checkPoint(const ConvexSet& K, VectorConstRef x, VectorConstRef v) {
  check::size("the projection of a vector", "v", v.size(), x.size());
  check::finite("the projection of a vector", "x", x);
  check::finite("the projection of a vector", "v", v);
  const double outside = (x - pointOf(K, x)).norm();
  check::that(outside <= 1e-6 * scaleAt(K, x), "the projection of a vector: x is {} from K", outside);
}

/// Bounds that x is at let v point inwards only.
struct TangentOfSet {
  VectorConstRef x;
  VectorConstRef v;
  double tolerance;

  Vector operator()(const FreeSet&) const { return v; }
  Vector operator()(const OrthantSet&) const {
    return between(Vector::Zero(x.size()), Vector::Constant(x.size(), kNone));
  }
  Vector operator()(const BoxSet& box) const {
    return between(Vector::Constant(x.size(), box.lower), Vector::Constant(x.size(), box.upper));
  }
  Vector operator()(const MixedSet& box) const { return between(box.lower, box.upper); }
  Vector operator()(const PolyhedronSet& set) const {
    return FiniteSet::of(set, x.size()).projectTangent(x, v, tolerance);
  }
  Vector operator()(const ProjectorSet& set) const { return directionalProjection(set, x, v); }

  Vector between(const Vector& lower, const Vector& upper) const {
    Vector p = v;
    for (Index i = 0; i < p.size(); ++i) {
      if (x[i] <= lower[i] + tolerance) p[i] = std::max(p[i], 0.0);
      if (x[i] >= upper[i] - tolerance) p[i] = std::min(p[i], 0.0);
    }
    return p;
  }
  static constexpr double kNone = std::numeric_limits<double>::infinity();
};

}  // namespace

/// Quotients q(δ) = Π + δ c + O(δ²) where K is smooth, and exact for small δ where it is a polyhedron: 2 q(δ/2) - q(δ) is taken
/// where it changes least, before the rounding of x, divided by δ, takes over.
Vector directionalProjection(const ConvexSet& K, VectorConstRef x, VectorConstRef v) {
  checkPoint(K, x, v);
  if (v.norm() == 0.0) return v;
  const Vector start = pointOf(K, x);
  double delta = 1e-2 * scaleAt(K, x) / v.norm();
  const auto quotient = [&] { return Vector((pointOf(K, start + delta * v) - start) / delta); };
  Vector last = quotient();
  Vector extrapolated = last;
  Vector best = last;
  double smallest = std::numeric_limits<double>::infinity();
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
  checkPoint(K, x, v);
  return std::visit(TangentOfSet{x, v, 1e-9 * scaleAt(K, x)}, K);
}

Vector ProjectedDynamicalSystem::velocity(double t, VectorConstRef x) const {
  return tangentProjection(set(), x, -field().at(t, x));
}
double ProjectedDynamicalSystem::restResidual(double t, VectorConstRef x) const {
  return residual(t, x, Vector::Zero(x0().size()));
}
FirstOrderParts ProjectedDynamicalSystem::addTo(Model& model) const {
  return toSweepingProcess(*this).addTo(model);
}

/// By Moreau's decomposition v = P_T(v) + P_N(v) the shortest of v - N_K(x) is P_T(v).
Vector SlowInclusion::velocity(double t, VectorConstRef x) const {
  return tangentProjection(set(), x, -field().at(t, x));
}
FirstOrderParts SlowInclusion::addTo(Model& model) const {
  return toSweepingProcess(*this).addTo(model);
}

ProjectedDynamicalSystem toPds(const ConstrainedField& problem) {
  return {problem.x0(), problem.field(), problem.set()};
}
SlowInclusion toSlowForm(const ConstrainedField& problem) {
  return {problem.x0(), problem.field(), problem.set()};
}

}  // namespace nsds
