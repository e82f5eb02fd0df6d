// The table of solvers of the generic mechanical problem.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "generic_mechanical/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// lambda: (n), in: where to start, out: solution or best iterate.
using MechanicalSolve = SolverClaim (*)(const MechanicalProblem& problem, double* lambda,
                                        SolveContext& context);

struct MechanicalSolver {
  nsds_solver_info info;
  MechanicalSolve solve;
  std::int64_t (*default_max_iterations)(std::int64_t blocks);
};

std::span<const MechanicalSolver> mechanical_solvers() noexcept;

SolverClaim solve_mechanical_auto(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_mechanical_nsgs(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_mechanical_newton(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_mechanical_reduction(const MechanicalProblem& problem, double* lambda,
                                       SolveContext& context);

}  // namespace nsds::numerics
