// Newton methods over a map in a box. What they leave is the best point, in units.
#pragma once

#include "affine/newton.hpp"
#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"

namespace nsds::numerics::nonlinear {

// The options that context.own holds are affine::newton_options, which those of Josephy's method begin with. a: (n) in/out,
// within the bounds, where F is defined.
SolverClaim solve_newton(Map& map, affine::NewtonKind kind, std::span<double> a, SolveContext& context);

inline constexpr std::array<nsds_option_info, 5> josephy_options{{
    affine::newton_options[0],
    affine::newton_options[1],
    affine::path_search_info,
    affine::merit_info,
    {"crash", NSDS_OPTION_INT, 0.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Steps of newton_min before the first subproblem, for a guess of the rows at their bounds."},
}};

// Each step solves the problem with F linearised [Josephy 1979, MRC report 1965], by the solvers of affine problems over
// boxes. The options are josephy_options.
SolverClaim solve_josephy_newton(Map& map, std::span<double> a, SolveContext& context);

inline constexpr std::array<nsds_option_info, 3> smoothing_options{{
    affine::memory_info,
    {"smoothing", NSDS_OPTION_DOUBLE, 1.0, 1e-6, 1e6, nullptr, nullptr, "1",
     "The first mu: the products of unknowns and values that it aims at are mu squared, in units."},
    affine::line_search_info,
}};

// Follows the solutions of smoothed problems; the options are smoothing_options.
SolverClaim solve_smoothing(Map& map, std::span<double> a, SolveContext& context);

// Proximal points by the same steps; the options are affine::proximal_options.
SolverClaim solve_proximal(Map& map, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::nonlinear
