// Solves problems over boxes by semismooth Newton methods, the orthant of the LCP among them.
#pragma once

#include <array>

#include "affine/box_problem.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::affine {

// subproblem: the step is that of the point's own, see newton_loop.hpp; affine problems have none.
enum class NewtonKind { minimum, fischer_burmeister, subproblem };

inline constexpr int longest_memory = 50;  // of the line search

// The options that context.own holds, in their order.
inline constexpr std::array<nsds_option_info, 2> newton_options{{
    {"memory", NSDS_OPTION_INT, 8.0, 1.0, longest_memory, nullptr, nullptr, "1",
     "Values of the merit function that the line search looks back on: 1 goes down at every step."},
    {"rounds", NSDS_OPTION_INT, 20.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Proximal perturbations that are tried where the merit function has a minimum that is no solution."},
}};

inline constexpr std::array<nsds_option_info, 2> proximal_options{{
    newton_options[0],
    {"shift", NSDS_OPTION_DOUBLE, 1.0, 1e-8, 1e3, nullptr, nullptr, "1",
     "The first lambda, in units of the largest diagonal entry of M; it adapts itself."},
}};

// z: (n) in/out, a point of the box.
SolverClaim solve_newton(const BoxProblem& problem, NewtonKind kind, double* z, SolveContext& context);

// Proximal points by the same steps, with shift as an option.
SolverClaim solve_proximal(const BoxProblem& problem, double* z, SolveContext& context);

// A few steps of newton_min from a z that is close to a solution, for its last digits.
SolverClaim finish_by_newton(const BoxProblem& problem, double* z, const SolveContext& context);
}  // namespace nsds::numerics::affine
