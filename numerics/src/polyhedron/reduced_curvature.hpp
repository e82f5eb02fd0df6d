// The curvature of a quadratic program along the constraints and bounds that hold at a point.
#pragma once

#include <span>
#include <vector>

#include "analysis/definiteness.hpp"
#include "polyhedron/kkt.hpp"

namespace nsds::numerics::polyhedron {

struct ReducedCurvature {
  analysis::Negative negative = analysis::Negative::untested;
  std::vector<double>
      direction;  // (n) of length one along which all that holds goes on to hold; empty unless negative
};

// z: (n), multipliers: (m + e), Nullable: constraints hold by their values alone. tolerance: of their terms. Untested where more than 300 unknowns are
// between their bounds, or LAPACK fails.
ReducedCurvature reduced_curvature(const Problem& given, const double* z, const double* multipliers,
                                   double tolerance);

// How far z may go along the direction before a constraint or bound that does not hold yet stops it; infinite where none does.
double step_to_boundary(const Problem& given, const double* z, std::span<const double> direction);

}  // namespace nsds::numerics::polyhedron
