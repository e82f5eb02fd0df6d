// The table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "convex_qp/problem.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// point: in, where to start; out: solution or best iterate. Throws ProjectorFailed.
using ConvexQpSolve = SolverClaim (*)(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);

struct ConvexQpSolver {
  nsds_solver_info info;
  ConvexQpSolve solve;
  std::int64_t default_max_iterations;
};

std::span<const ConvexQpSolver> convex_qp_solvers() noexcept;

SolverClaim solve_convex_qp_auto(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);
SolverClaim solve_admm(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);
SolverClaim solve_projected_gradient(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);
SolverClaim solve_accelerated_gradient(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);
SolverClaim solve_extragradient(const ConvexQp& problem, ConvexQpPoint point, SolveContext& context);

}  // namespace nsds::numerics
