// Projected dynamical systems over a closed convex set K ⊂ ℝⁿ, F = f(t, x) + g(t):
//
//   PDS    x' = Π_K(x; -F),   Π_K(x; v) = lim (P_K(x + δ v) - x) / δ  as δ ↓ 0        (Dupuis, Nagurney 1993)
//                             Π_K(x; v) = P_{T_K(x)}(v)                                projection onto the tangent cone
//   slow   -(x' + F) ∈ N_{T_K(x)}(x')                                                  x' the shortest of -F - N_K(x)
//
// Both forms of Π_K are equal for x ∈ K, and both systems have the solutions of the unbounded differential inclusion
// -(x' + F) ∈ N_K(x) (Brogliato, Daniilidis, Lemaréchal, Acary 2006), which steps them: catchingUp() is implicit, and
// catchingUp(FieldEvaluation::atStart) is projected Euler, x_{k+1} = P_K(x_k - h F(t_k, x_k)) (Nagurney, Zhang 1996).
// The rest points are the solutions of the variational inequality VI(K, F): F(x)ᵀ(v - x) ≥ 0 for all v ∈ K: traffic and market
// equilibria. Both schemes have them as their rest points too, whatever h is. Order one.
//
// Well-posedness: as of evolution_inequalities.hpp. It goes to rest from everywhere if F is strongly monotone on K.
#pragma once

#include "nsds/theory/export.hpp"
#include "nsds/theory/first_order/evolution_inequalities.hpp"

namespace nsds {

/// P_{T_K(x)}(-F(t, x)): (n), which is the velocity of all forms, and by Moreau's decomposition the shortest of -F - N_K(x).
NSDS_THEORY_API Vector slowVelocity(const ConstrainedField& problem, double t, VectorConstRef x);

class NSDS_THEORY_API ProjectedDynamicalSystem : public ConstrainedField {
 public:
  ProjectedDynamicalSystem(VectorField F, ConvexSet K)
      : ConstrainedField("ProjectedDynamicalSystem", std::move(F), std::move(K)) {}
  /// x' = Π_K(x; -F(t, x)): (n).
  Vector velocity(double t, VectorConstRef x) const { return slowVelocity(*this, t, x); }
  /// How far x is from a rest point, a solution of VI(K, F(t, ·)): |x - P_K(x - F)|.
  double restResidual(double t, VectorConstRef x) const { return residual(t, x, Vector::Zero(x.size())); }
};

class NSDS_THEORY_API SlowInclusion : public ConstrainedField {
 public:
  SlowInclusion(VectorField f, ConvexSet K) : ConstrainedField("SlowInclusion", std::move(f), std::move(K)) {}
  /// The element of least norm of -F(t, x) - N_K(x): (n).
  Vector velocity(double t, VectorConstRef x) const { return slowVelocity(*this, t, x); }
};

inline ProjectedDynamicalSystem toPds(const ConstrainedField& problem) {
  return {problem.field(), problem.set()};
}
inline SlowInclusion toSlowForm(const ConstrainedField& problem) {
  return {problem.field(), problem.set()};
}

/// Π_K(x; v) by its limit: quotients of δ that is halved until they settle, extrapolated. To 1e-7 of |v|, less near to where K
/// bends with a radius below 1e-6 |x|. x ∈ K, v: (n). Errors: InvalidArgument on sizes that differ, or x that is further from K
/// than 1e-6 of its size.
NSDS_THEORY_API Vector directionalProjection(const ConvexSet& K, VectorConstRef x, VectorConstRef v);
/// P_{T_K(x)}(v), exact for orthants, boxes and polyhedra, whose rows count as active within 1e-9 of their own terms or the
/// rounding of the largest entry of x (FinitelyRepresentedSet::active); of other sets, which do not tell their tangent cones, the limit above. Errors: as above.
NSDS_THEORY_API Vector tangentProjection(const ConvexSet& K, VectorConstRef x, VectorConstRef v);

}  // namespace nsds
