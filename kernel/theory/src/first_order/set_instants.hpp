// Sets K(t, x) as the front doors ask for them: empty ones are named with their instant and the rows that exclude each other.
#pragma once

#include "nsds/kernel/modeling/varying_set.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds::first_order {

/// K(t, x). Errors: Error if it is empty.
ConvexSet setAtInstant(const VaryingSet& K, double t, VectorConstRef x);

/// Errors: Error naming t and the rows if the set is empty. inside: (n) in/out, a point that may be in a polyhedron, which
/// saves a projection if it is; (0) if there is none yet.
void requirePoint(const ConvexSet& set, double t, Index size, Vector& inside);

}  // namespace nsds::first_order
