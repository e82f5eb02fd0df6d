// Affine problems over boxes, which steps on other problems are made of.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::nonlinear {

// An affine problem over a box: M x + q, with the tolerance in its own units.
struct AffineInBox {
  const nsds_matrix& M;
  std::span<const double> q;
  std::span<const double> lower, upper;
  double tolerance;
};

// x: (n) in: where to start, out: the solution. By the solvers of affine problems over boxes, within the time of the call.
// False: none was found.
bool solve_affine(const AffineInBox& given, std::span<double> x, SolveContext& context);

}  // namespace nsds::numerics::nonlinear
