// Block principal pivoting goes over any principal system, for solve_block_pivoting and for solve_auto.
#pragma once

#include <span>

#include "affine/structure.hpp"
#include "core/solve_context.hpp"
#include "lcp/pivoting/principal_system.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics::lcp {

enum class Start {
  automatic,  // all where M is banded, sweeps where the diagonal is positive, else negative
  sweeps,     // the support after projected Gauss-Seidel
  negative,   // F = {i : q_i < 0}
  all         // F = {1, ..., n}
};

struct BlockPivotingPlan {
  int lives = 10;  // exchanges of all infeasible indices without progress before the safeguard
  Start start = Start::automatic;
  int rounds = 30;              // of sweeps and exchanges where M is symmetric
  int sweeps_done = 0;          // that the starting point comes from
  bool regular_only = false;    // hand over with NSDS_SINGULAR where a set needs the shift
  bool finite_fallback = true;  // else: hand over with NSDS_STALLED where the full exchange fails
};

// inverse_diagonal: (n), 1 / M_ii. z: (n) in/out, the starting point of the sweeps and the result.
// NSDS_NOT_APPLICABLE: M is no P-matrix.
SolverClaim block_pivoting(const Lcp& problem, const affine::Structure& structure,
                           std::span<const double> inverse_diagonal, const BlockPivotingPlan& plan, double* z,
                           SolveContext& context);

}  // namespace nsds::numerics::lcp
