// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "convex_qp/problem.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::convex_qp {

// point: in, where to start; out: solution or best iterate. Throws ProjectorFailed.
using Solve = SolverClaim (*)(const ConvexQp& problem, Point point, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t default_max_iterations;
};

std::span<const Solver> solvers() noexcept;

SolverClaim solve_auto(const ConvexQp& problem, Point point, SolveContext& context);
SolverClaim solve_admm(const ConvexQp& problem, Point point, SolveContext& context);
SolverClaim solve_projected_gradient(const ConvexQp& problem, Point point, SolveContext& context);
SolverClaim solve_accelerated_gradient(const ConvexQp& problem, Point point, SolveContext& context);
SolverClaim solve_extragradient(const ConvexQp& problem, Point point, SolveContext& context);

}  // namespace nsds::numerics::convex_qp
