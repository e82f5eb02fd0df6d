// The table of LCP solvers.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "lcp/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics {

// z: (n) in/out. in: the starting point (zero without warm start); out: solution or best iterate, any value
// on NSDS_NOT_APPLICABLE.
using LcpSolve = SolverClaim (*)(const LcpProblem& problem, double* z, SolveContext& context);

struct LcpSolver {
  nsds_solver_info info;
  LcpSolve solve;
  std::int64_t (*default_max_iterations)(std::int64_t n);
};

std::span<const LcpSolver> lcp_solvers() noexcept;

SolverClaim solve_auto(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_block_pivoting(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_lemke(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_lemke_howson(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_bard(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_least_index(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_newton_min(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_newton_fb(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_pgs(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_rpgs(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_block_gs(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_projected_cg(const LcpProblem& problem, double* z, SolveContext& context);
SolverClaim solve_enumeration(const LcpProblem& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics
