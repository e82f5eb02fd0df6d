// Describes the solvers of generalized equations for the registry. Their functions are in the library of general problems,
// whose table has the same order. The first solver is the default of the class.
#pragma once

#include <array>

#include "affine/residual/judging_options.hpp"
#include "core/solver_row.hpp"
#include "monotone/methods.hpp"

namespace nsds::numerics::generalized_equation {

inline constexpr auto contraction_options =
    affine::with_last_options(monotone::contraction_options, affine::judging_option);
inline constexpr auto golden_ratio_options =
    affine::with_last_options(monotone::golden_ratio_options, affine::judging_option);

inline constexpr std::array<nsds_solver_info, 4> descriptions{{
    solver_row("auto", "forward_backward where that is quick, else golden_ratio and tseng; verified.",
               "The solvers of this table", "", 1, affine::judging_option),
    solver_row("golden_ratio", "Adaptive golden ratio: one resolvent and one F a step, and no search.",
               "Malitsky 2020, Math. Program. 184", "F is monotone", 1, golden_ratio_options),
    solver_row("tseng",
               "Forward-backward-forward: one resolvent and two F a step, whose length adapts itself.",
               "Tseng 2000, SIAM J. Control Optim. 38", "F is monotone, and defined outside the domain of T",
               1, contraction_options),
    solver_row("forward_backward",
               "One resolvent and one F a step, whose length adapts itself; ends where its rate does not do.",
               "Lions, Mercier 1979, SIAM J. Numer. Anal. 16; Tseng 1991, SIAM J. Control Optim. 29",
               "F is cocoercive, as the gradient of a convex function", 1, contraction_options),
}};

}  // namespace nsds::numerics::generalized_equation
