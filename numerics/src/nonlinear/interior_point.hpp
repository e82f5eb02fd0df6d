// Interior points for a monotone map in a box: the method of affine/interior_point/interior_loop.hpp.
#pragma once

#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

// a: (n) in/out, within the bounds, where F is defined; left is the best point.
SolverClaim solve_interior_point(Map& map, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::nonlinear
