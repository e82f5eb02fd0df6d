// The tables of solvers of the classes over boxes.
#pragma once

#include <cstdint>
#include <span>

#include "box/problem.hpp"
#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// z: (n) in/out. in: a point of the box to start from; out: solution or best iterate.
using BoxSolve = SolverClaim (*)(const BoxProblem& problem, double* z, SolveContext& context);

struct BoxSolver {
  nsds_solver_info info;
  BoxSolve solve;
  std::int64_t (*default_max_iterations)(std::int64_t n);
};

std::span<const BoxSolver> box_solvers() noexcept;

std::int32_t box_solver_count() noexcept;
const nsds_solver_info* box_solver_info(std::int32_t index) noexcept;

SolverClaim solve_box_auto(const BoxProblem& problem, double* z, SolveContext& context);
SolverClaim solve_box_lcp(const BoxProblem& problem, double* z, SolveContext& context);
SolverClaim solve_box_newton_min(const BoxProblem& problem, double* z, SolveContext& context);
SolverClaim solve_box_newton_fb(const BoxProblem& problem, double* z, SolveContext& context);
SolverClaim solve_box_pgs(const BoxProblem& problem, double* z, SolveContext& context);
SolverClaim solve_box_enumeration(const BoxProblem& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics
