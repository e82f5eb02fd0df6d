// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nonlinear/contract.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::mcp {

// a: (n) in/out, in units: where to start, F being defined there; the solution or best iterate. Throws
// nonlinear::CallbackFailed.
using Solve = SolverClaim (*)(nonlinear::Map& map, std::span<double> a, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
};

inline constexpr std::int64_t default_max_iterations = 1000;

std::span<const Solver> solvers() noexcept;

// contract: what each attempt has to satisfy.
NSDS_NUMERICS_API SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context,
                                         const nonlinear::MapContract& contract);
// The same for a map whose units are ones that nobody has told.
NSDS_NUMERICS_API SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::mcp
