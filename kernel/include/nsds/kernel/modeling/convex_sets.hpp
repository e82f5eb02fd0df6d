// Convex sets by their names, for laws on multipliers and on outputs. Those whose projection is known are ProjectorSets.
#pragma once

#include <optional>
#include <vector>

#include "nsds/kernel/export.hpp"
#include "nsds/kernel/modeling/admissible_set.hpp"

namespace nsds::convex {

/// { x : lower ≤ x ≤ upper }, bounds may be infinite. Errors: InvalidArgument on sizes that differ or an empty interval.
NSDS_KERNEL_API MixedSet box(VectorConstRef lower, VectorConstRef upper);
/// { x : normalᵀx ≥ offset }. Errors: InvalidArgument if the normal vanishes, or on a number that is not finite.
NSDS_KERNEL_API PolyhedronSet halfSpace(VectorConstRef normal, double offset);
/// { x : |x - center| ≤ radius }. Errors: InvalidArgument if the radius is negative, or on a number that is not finite.
NSDS_KERNEL_API ProjectorSet ball(VectorConstRef center, double radius);
/// { x : (x - center)ᵀ shape⁻¹ (x - center) ≤ 1 }: the axes are the eigenvectors of the shape, half as long as twice the roots
/// of its eigenvalues. Errors: InvalidArgument unless the shape is symmetric and positive definite, and its size fits.
NSDS_KERNEL_API ProjectorSet ellipsoid(VectorConstRef center, MatrixConstRef shape);
/// { x = (x_N, x_T) : |x_T| ≤ mu x_N }, the first component normal. Errors: InvalidArgument if mu is negative or not finite.
NSDS_KERNEL_API ProjectorSet lorentzCone(double mu);
/// What all sets have in common, by Dykstra's projections in turn (1983), to 1e-14 of the distances; they converge slowly where
/// the sets only touch. Projecting is an Error where they do not converge, as they do not if the sets have no point in common.
/// rows: of each. Errors: InvalidArgument if there is no set or one of them is a box of another size.
NSDS_KERNEL_API ProjectorSet intersection(std::vector<ConvexSet> sets, Index rows);

/// projection: (rows) out, the point of a set that is nearest to x: (rows); of polyhedra by a quadratic program. Errors:
/// InvalidArgument if that proves a polyhedron empty; Error if it is not solved, and those of projectors.
NSDS_KERNEL_API void project(const ConvexSet& set, VectorConstRef x, VectorRef projection);
NSDS_KERNEL_API Vector nearestPoint(const ConvexSet& set, VectorConstRef x);
/// The bounds of a set that is an interval row by row, infinite where there is none; nothing of polyhedra and projectors. Errors:
/// InvalidArgument on a box of another size.
NSDS_KERNEL_API std::optional<MixedSet> bounds(const ConvexSet& set, Index rows);
/// { H x ≥ K } of a polyhedron, or of the finite bounds above, those from below before those from above; nothing of projectors.
/// Errors: InvalidArgument on sizes that do not fit.
NSDS_KERNEL_API std::optional<PolyhedronSet> polyhedron(const ConvexSet& set, Index rows);
/// How large a set is: half of its narrowest side, half its smallest axis; 0 where it has no size of its own.
NSDS_KERNEL_API double extent(const ConvexSet& set);

}  // namespace nsds::convex
