// The options of the solvers of contacts that there are with and without rolling.
#pragma once

#include <array>

#include "affine/residual/residual_option.hpp"
#include "friction/options.hpp"

namespace nsds::numerics::friction {

inline constexpr std::array<nsds_option_info, 2> norm_options{{affine::absolute_tolerance_info, norm_info}};

inline constexpr std::array<nsds_option_info, 5> nsgs_options{{
    acceleration_info,
    sweep_relaxation_info,
    {"freezing", NSDS_OPTION_INT, 0.0, 0.0, 1e6, nullptr, nullptr, "1",
     "Sweeps for which a contact rests whose reaction does not change; 0: none rests."},
    affine::absolute_tolerance_info,
    norm_info,
}};

// formulation: the functions of a contact that Newton's method may look for a zero of.
constexpr std::array<nsds_option_info, 4> newton_options_of(const nsds_option_info& formulation) {
  return {{
      formulation,
      {"line_search", NSDS_OPTION_BOOL, 1.0, 0.0, 1.0, nullptr, nullptr, "1",
       "1: a nonmonotone line search on the square of the function; 0: full steps."},
      affine::absolute_tolerance_info,
      norm_info,
  }};
}

constexpr std::array<nsds_option_info, 5> proximal_options_of(const nsds_option_info& formulation) {
  return {{
      formulation,
      {"alpha", NSDS_OPTION_DOUBLE, 1e-3, 1e-13, 1e6, nullptr, nullptr, "1",
       "First proximal parameter, over the mean diagonal of W at each contact."},
      {"sweeps", NSDS_OPTION_INT, 10.0, 0.0, 1e9, nullptr, nullptr, "1",
       "Sweeps of Gauss-Seidel before the first Newton step."},
      affine::absolute_tolerance_info,
      norm_info,
  }};
}

inline constexpr const char* rule_words[] = {"balancing", "spectral", "constant", nullptr};
inline constexpr const char* acceleration_words[] = {"nesterov", "relaxation", nullptr};

inline constexpr std::array<nsds_option_info, 6> admm_options{{
    {"rho_rule", NSDS_OPTION_CHOICE, 0.0, 0.0, 2.0, rule_words[0], rule_words, "1",
     "How the penalty rho follows the ratio of the residuals: by its square root, in powers of a condition "
     "number, or not at all."},
    {"rho", NSDS_OPTION_DOUBLE, 0.1, 1e-8, 1e8, nullptr, nullptr, "1",
     "The penalty to begin with, over the mean diagonal of W at each contact."},
    {"acceleration", NSDS_OPTION_CHOICE, 0.0, 0.0, 1.0, acceleration_words[0], acceleration_words, "1",
     "Extrapolation with restarts, until that brings nothing, or over-relaxation."},
    {"relaxation", NSDS_OPTION_DOUBLE, 1.6, 0.1, 1.99, nullptr, nullptr, "1",
     "Over-relaxation of the iterates where that is the acceleration."},
    affine::absolute_tolerance_info,
    norm_info,
}};

inline constexpr std::array<nsds_option_info, 3> projection_options{{
    {"contraction", NSDS_OPTION_DOUBLE, 0.9, 0.01, 0.99, nullptr, nullptr, "1",
     "Largest ratio of the change of u, times the step, to the change of r."},
    affine::absolute_tolerance_info,
    norm_info,
}};

}  // namespace nsds::numerics::friction
