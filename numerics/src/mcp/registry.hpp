// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nonlinear/map.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::mcp {

// a: (n) in/out, in units: where to start, F being defined there; the solution or best iterate. Throws
// nonlinear::MapFailed.
using Solve = SolverClaim (*)(nonlinear::Map& map, std::span<double> a, SolveContext& context);

struct GivenSolver;

struct Solver {
  nsds_solver_info info;
  Solve solve = nullptr;
  const GivenSolver* given = nullptr;  // of the user, in the place of solve
};

inline constexpr std::int64_t default_max_iterations = 1000;

// Those that the user has added come last.
std::span<const Solver> solvers() noexcept;

// The default options of the row's solver are in context.own.
SolverClaim solve_by(const Solver& row, nonlinear::Map& map, std::span<double> a, SolveContext& context);

SolverClaim solve_auto(nonlinear::Map& map, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::mcp
