// Solvers of the user for the class.
#pragma once

#include <span>

#include "core/sentence.hpp"
#include "mcp/registry.hpp"
#include "nsds/numerics/mcp.h"

namespace nsds::numerics::mcp {

// The function of a solver that was added, and what is handed to it.
struct GivenSolver {
  nsds_mcp_solver solve;
  void* user;
};

// Runs it on the problem in units. Where it throws, it has found nothing; what a callback of the problem throws ends the call.
SolverClaim solve_by(const GivenSolver& given, nonlinear::Map& map, std::span<double> a,
                     SolveContext& context);

}  // namespace nsds::numerics::mcp
