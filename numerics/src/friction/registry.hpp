// The table of solvers of frictional contact, and the options that they share.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// r: (d nc), in: where to start, out: solution or best iterate.
using FrictionSolve = SolverClaim (*)(const FrictionProblem& problem, double* r, SolveContext& context);

struct FrictionSolver {
  nsds_solver_info info;
  FrictionSolve solve;
  std::int64_t (*default_max_iterations)(std::int64_t contacts);
};

std::span<const FrictionSolver> friction_solvers() noexcept;

// Every solver of the class has this option behind its own.
inline FrictionNorm friction_norm(std::span<const double> own) {
  return static_cast<FrictionNorm>(static_cast<int>(own.back()));
}

SolverClaim solve_friction_auto(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_nsgs(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_newton(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_proximal(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_admm(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_interior_point(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_extragradient(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_fixed_point(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_lcp(const FrictionProblem& problem, double* r, SolveContext& context);
SolverClaim solve_friction_enumeration(const FrictionProblem& problem, double* r, SolveContext& context);

}  // namespace nsds::numerics
