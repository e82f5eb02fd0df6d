// The options that solvers of the class have of their own, in the order in which the solvers read them.
#pragma once

#include <array>

#include "nsds/numerics/registry.h"

namespace nsds::numerics::convex_qp {

enum AdmmOption : int { relaxation_option, penalty_option, adaptive_penalty_option, polish_option };

inline constexpr std::array<nsds_option_info, 4> admm_options{{
    {"relaxation", NSDS_OPTION_DOUBLE, 1.6, 0.1, 1.99, nullptr, nullptr, "1",
     "Over-relaxation of the iterates; convergence needs it between 0 and 2."},
    {"penalty", NSDS_OPTION_DOUBLE, 1.0, 1e-8, 1e8, nullptr, nullptr, "1",
     "The penalty to begin with, over one that follows from the diagonals of M and of A M^-1 A'."},
    {"adaptive_penalty", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: the penalty follows the ratio of the residuals, at the cost of factorisations."},
    {"polish", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: over a box, the problem with the rows at their bounds as equalities is solved now and then."},
}};

enum ProjectedGradientOption : int { memory_option };

inline constexpr double largest_memory = 100.0;

inline constexpr std::array<nsds_option_info, 1> projected_gradient_options{{
    {"memory", NSDS_OPTION_INT, 10.0, 1.0, largest_memory, nullptr, nullptr, "1",
     "Of how many of the last values of the objective the largest has to be undercut; 1: monotone."},
}};

enum AcceleratedGradientOption : int { restart_option };

inline constexpr std::array<nsds_option_info, 1> accelerated_gradient_options{{
    {"restart", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
     "1: the momentum begins anew where it points uphill."},
}};

enum ExtragradientOption : int { contraction_option };

inline constexpr std::array<nsds_option_info, 1> extragradient_options{{
    {"contraction", NSDS_OPTION_DOUBLE, 0.9, 0.01, 0.99, nullptr, nullptr, "1",
     "Largest ratio of the change of the operator, times the step, to the change of its argument."},
}};

// The values that stand in a table, for a solver that is called by another.
template <std::size_t count>
constexpr std::array<double, count> default_values(const std::array<nsds_option_info, count>& options) {
  std::array<double, count> values{};
  for (std::size_t i = 0; i < count; ++i) values[i] = options[i].default_number;
  return values;
}

}  // namespace nsds::numerics::convex_qp
