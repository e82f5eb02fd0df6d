// Projections onto polyhedra by quadratic programs, which prove where a polyhedron is empty.
#pragma once

#include "nsds/kernel/modeling/admissible_set.hpp"
#include "nsds/kernel/types.hpp"

namespace nsds {

/// p: out, the point of { H x ≥ K } nearest to x. False if there is none: the polyhedron is empty. Errors: Error if the
/// program was not solved.
bool projectOnto(const PolyhedronSet& set, VectorConstRef x, VectorRef p);

/// True if it is proved that no point is in the polyhedron.
bool isEmpty(const PolyhedronSet& set);

}  // namespace nsds
