// The table of solvers of frictional contact in global form, and what they share.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/registry.hpp"
#include "global_friction/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::global_friction {

// point: in: where to start, measured; out: the best point that was met, measured, r in the cones.
using Solve = SolverClaim (*)(const Problem& problem, Point& point, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t (*default_max_iterations)(std::int64_t contacts);
};

std::span<const Solver> solvers() noexcept;
// Those of contacts that resist rolling too.
std::span<const Solver> rolling_solvers() noexcept;

SolverClaim solve_auto(const Problem& problem, Point& point, SolveContext& context);
SolverClaim solve_reduced(const Problem& problem, Point& point, SolveContext& context);
SolverClaim solve_nsgs(const Problem& problem, Point& point, SolveContext& context);
SolverClaim solve_newton(const Problem& problem, Point& point, SolveContext& context);
SolverClaim solve_admm(const Problem& problem, Point& point, SolveContext& context);

}  // namespace nsds::numerics::global_friction
