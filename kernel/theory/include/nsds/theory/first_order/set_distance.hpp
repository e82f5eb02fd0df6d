// How far convex sets are from each other.
//
//   d_H(A, B) = sup over p ∈ ℝⁿ of |d(p, A) - d(p, B)|                       Hausdorff
//   d_ρ(A, B) = sup over |p - c| ≤ ρ                                         Attouch, Wets: what of it is near c
//
// A set K(t) is Lipschitz where d_H(K(t), K(s)) ≤ l |t - s|. Reference: Attouch, Wets (1991), Quantitative stability of
// variational systems I, Trans. Amer. Math. Soc. 328.
#pragma once

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"
#include "nsds/theory/export.hpp"

namespace nsds {

/// d_H of intervals, boxes and orthants, exact, infinite where one is bounded and the other is not. Of other sets a lower bound of
/// d_ρ, by points at the center and on the sphere around it that climb to where the sets are furthest apart: of balls inside of
/// the sphere that is d_H, up to 1e-9 of it. center: (n); radius ρ > 0 in the unit of the sets. Errors: InvalidArgument on a
/// radius that is not positive.
NSDS_THEORY_API double setDistance(const ConvexSet& a, const ConvexSet& b, VectorConstRef center,
                                   double radius);

}  // namespace nsds
