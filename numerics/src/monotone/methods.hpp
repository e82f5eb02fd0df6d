// Methods that need F and the resolvent of T alone. What they leave is the best point, in the domain of T.
#pragma once

#include <array>
#include <cstdint>

#include "core/solve_context.hpp"
#include "monotone/backward.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::monotone {

// Steps of forward_backward that an `auto` tries first. One takes an evaluation and a resolvent, the step of a Newton method a
// Jacobian and a factorisation; on the suite by formula it took 20 to 80.
inline constexpr std::int64_t trial_steps = 150;

inline constexpr std::array<nsds_option_info, 1> contraction_options{{
    {"contraction", NSDS_OPTION_DOUBLE, 0.9, 0.01, 0.99, nullptr, nullptr, "1",
     "Largest ratio of the change of F, times the step, to the change of its argument."},
}};

inline constexpr std::array<nsds_option_info, 1> golden_ratio_options{{
    {"phi", NSDS_OPTION_DOUBLE, 1.5, 1.05, 1.618, nullptr, nullptr, "1",
     "How much the average forgets; at most the golden ratio. The step grows by 1/phi + 1/phi^2 at most."},
}};

// a: (n) in/out, in the domain of T, where F is defined. context.own: contraction_options, golden_ratio_options of
// golden_ratio, none of hyperplane_projection.
SolverClaim solve_extragradient(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                SolveContext& context);
NSDS_NUMERICS_API SolverClaim solve_tseng(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                          SolveContext& context);
NSDS_NUMERICS_API SolverClaim solve_forward_backward(nonlinear::Map& map, Backward& backward,
                                                     std::span<double> a, SolveContext& context);
NSDS_NUMERICS_API SolverClaim solve_golden_ratio(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                                 SolveContext& context);

// T is the normal cone of a convex set.
SolverClaim solve_hyperplane_projection(nonlinear::Map& map, Backward& backward, std::span<double> a,
                                        SolveContext& context);

}  // namespace nsds::numerics::monotone
