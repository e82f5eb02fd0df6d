// The table of solvers of frictional contact in global form, and what they share.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/registry.hpp"
#include "global_friction/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// point: in: where to start, measured; out: the best point that was met, measured, r in the cones.
using GlobalFrictionSolve = SolverClaim (*)(const GlobalProblem& problem, GlobalPoint& point,
                                            SolveContext& context);

struct GlobalFrictionSolver {
  nsds_solver_info info;
  GlobalFrictionSolve solve;
  std::int64_t (*default_max_iterations)(std::int64_t contacts);
};

std::span<const GlobalFrictionSolver> global_friction_solvers() noexcept;

SolverClaim solve_global_auto(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context);
SolverClaim solve_global_reduced(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context);
SolverClaim solve_global_nsgs(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context);
SolverClaim solve_global_newton(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context);
SolverClaim solve_global_admm(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context);

}  // namespace nsds::numerics
