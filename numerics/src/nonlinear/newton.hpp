// Newton methods over a map in a box. What they leave is the best point, in units.
#pragma once

#include "affine/newton.hpp"
#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

// The options that context.own holds are affine::newton_options. kind subproblem is Josephy's method: each step solves the
// problem with F linearised [Josephy 1979, MRC report 1965], by the solvers of affine problems over boxes. a: (n) in/out,
// within the bounds, where F is defined.
SolverClaim solve_newton(Map& map, affine::NewtonKind kind, std::span<double> a, SolveContext& context);

inline constexpr std::array<nsds_option_info, 2> smoothing_options{{
    affine::newton_options[0],
    {"smoothing", NSDS_OPTION_DOUBLE, 1.0, 1e-6, 1e6, nullptr, nullptr, "1",
     "The first mu: the products of unknowns and values that it aims at are mu squared, in units."},
}};

// Follows the solutions of smoothed problems; the options are smoothing_options.
SolverClaim solve_smoothing(Map& map, std::span<double> a, SolveContext& context);

// Proximal points by the same steps; the options are affine::proximal_options.
SolverClaim solve_proximal(Map& map, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::nonlinear
