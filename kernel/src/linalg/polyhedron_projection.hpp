// Projections onto polyhedra { z : H z ≥ K } by quadratic programs, which prove where a polyhedron is empty.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

/// p: (n) out, the point of the polyhedron nearest to x: (n). H: (rows x n); K: (rows). False if there is none: the polyhedron
/// is empty. Errors: Error if the program was not solved.
bool projectOntoPolyhedron(const Matrix& H, const Vector& K, VectorConstRef x, VectorRef p);

/// True if it is proved that no point is in the polyhedron.
bool isEmptyPolyhedron(const Matrix& H, const Vector& K);

}  // namespace nsds
