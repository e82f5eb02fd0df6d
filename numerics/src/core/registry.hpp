// This is the table of problem classes; each class keeps its own table of solvers.
#pragma once

#include <cstdint>
#include <span>

#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// Positions in the table of common options.
enum CommonOption : int {
  tolerance_option,
  max_iterations_option,
  time_limit_option,
  warm_start_option,
  reuse_option
};

inline constexpr double default_tolerance = 1e-8;

std::span<const nsds_option_info> common_options() noexcept;

// Position of a solver in the table of its class, -1 if there is none of that name.
std::int32_t solver_index(nsds_class problem_class, const char* name) noexcept;

}  // namespace nsds::numerics
