// This is the table of LCP solvers.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "lcp/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::lcp {

// z: (n) in/out. in: the starting point (zero without warm start); out: solution or best iterate, any value
// on NSDS_NOT_APPLICABLE.
using Solve = SolverClaim (*)(const Lcp& problem, double* z, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t (*default_max_iterations)(std::int64_t n);
};

std::span<const Solver> solvers() noexcept;

SolverClaim solve_auto(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_block_pivoting(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_lemke(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_lemke_howson(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_bard(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_least_index(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_newton_min(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_newton_fb(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_interior_point(const Lcp& problem, double* z, SolveContext& context);
// In polyhedron/lcp_as_program.cpp, on a floor above: its solvers are those of quadratic programs.
SolverClaim solve_qp(const Lcp& problem, double* z, SolveContext& context);
// solve_sparse_qp() tries the interior points alone, which need no dense matrix. It returns NSDS_STALLED also where
// a factorisation would take longer than there is time.
SolverClaim solve_sparse_qp(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_pgs(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_rpgs(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_block_gs(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_projected_cg(const Lcp& problem, double* z, SolveContext& context);
SolverClaim solve_enumeration(const Lcp& problem, double* z, SolveContext& context);

}  // namespace nsds::numerics::lcp
