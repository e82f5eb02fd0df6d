// Solves problems over boxes by semismooth Newton methods, the orthant of the LCP among them.
#pragma once

#include <array>

#include "affine/box_problem.hpp"
#include "affine/search_rule.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::affine {

// subproblem: the step is that of the point's own, see newton_loop.hpp; affine problems have none.
enum class NewtonKind { minimum, fischer_burmeister, subproblem };

// The options that context.own holds, in their order.
inline constexpr std::array<nsds_option_info, 4> newton_options{{
    memory_info,
    {"rounds", NSDS_OPTION_INT, 20.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Proximal perturbations that are tried where the merit function has a minimum that is no solution."},
    line_search_info,
    merit_info,
}};

inline constexpr std::array<nsds_option_info, 4> proximal_options{{
    memory_info,
    {"shift", NSDS_OPTION_DOUBLE, 1.0, 1e-8, 1e3, nullptr, nullptr, "1",
     "The first lambda, in units of the largest diagonal entry of M; it adapts itself."},
    line_search_info,
    merit_info,
}};

// newton_min finds the last digits with these options: it goes down at every step, and perturbs nothing.
inline constexpr double finishing_options[] = {1.0, 0.0, 0.0, 0.0};

// z: (n) in/out, a point of the box.
SolverClaim solve_newton(const BoxProblem& problem, NewtonKind kind, double* z, SolveContext& context);

// Proximal points by the same steps, with shift as an option.
SolverClaim solve_proximal(const BoxProblem& problem, double* z, SolveContext& context);

// A few steps of newton_min from a z that is close to a solution, for its last digits.
SolverClaim finish_by_newton(const BoxProblem& problem, double* z, const SolveContext& context);
}  // namespace nsds::numerics::affine
