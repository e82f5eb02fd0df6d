// This is the table of solvers of the generic mechanical problem.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "generic_mechanical/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::generic_mechanical {

// lambda: (n), in: where to start, out: solution or best iterate.
using Solve = SolverClaim (*)(const MechanicalProblem& problem, double* lambda, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t (*default_max_iterations)(std::int64_t blocks);
};

std::span<const Solver> solvers() noexcept;

// Every solver has these options behind its own.
inline bool is_by_contract(std::span<const double> own) {
  return own.back() != 0.0;
}
inline double absolute_tolerance(std::span<const double> own) {
  return own[own.size() - 2];
}

SolverClaim solve_auto(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_nsgs(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_newton(const MechanicalProblem& problem, double* lambda, SolveContext& context);
SolverClaim solve_reduction(const MechanicalProblem& problem, double* lambda, SolveContext& context);

}  // namespace nsds::numerics::generic_mechanical
