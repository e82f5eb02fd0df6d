// This is the table of solvers of the class.
#pragma once

#include <span>

#include "nsds/numerics/registry.h"

namespace nsds::numerics::soclcp {

struct Solver {
  nsds_solver_info info;
};

std::span<const Solver> solvers() noexcept;

}  // namespace nsds::numerics::soclcp
