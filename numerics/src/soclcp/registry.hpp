// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"
#include "soclcp/problem.hpp"

namespace nsds::numerics::soclcp {

// a: (n) in/out, z in the units of inequality().F(): a start in K; the solution or best iterate.
using Solve = SolverClaim (*)(AffineInequality& problem, std::span<double> a, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t default_max_iterations;
};

std::span<const Solver> solvers() noexcept;

SolverClaim solve_pgs(AffineInequality& problem, std::span<double> a, SolveContext& context);
SolverClaim solve_convex_program(AffineInequality& problem, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::soclcp
