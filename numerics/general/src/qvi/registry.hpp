// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/registry.h"
#include "qvi/problem.hpp"

namespace nsds::numerics::qvi {

// y: (n + multipliers) in/out, in units: where to start, the functions being defined there; the solution or best iterate.
// Throws nonlinear::CallbackFailed and monotone::OperatorFailed.
using Solve = SolverClaim (*)(QuasiInequality& problem, std::span<double> y, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t default_max_iterations;
};

std::span<const Solver> solvers() noexcept;

SolverClaim solve_auto(QuasiInequality& problem, std::span<double> y, SolveContext& context);
SolverClaim solve_kkt_newton(QuasiInequality& problem, std::span<double> y, SolveContext& context);
SolverClaim solve_augmented_lagrangian(QuasiInequality& problem, std::span<double> y, SolveContext& context);
SolverClaim solve_fixed_point(QuasiInequality& problem, std::span<double> y, SolveContext& context);

}  // namespace nsds::numerics::qvi
