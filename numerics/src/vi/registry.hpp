// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nsds/numerics/export.h"
#include "nsds/numerics/registry.h"
#include "vi/problem.hpp"

namespace nsds::numerics::vi {

// x: (n + m + e) in/out, in units: where to start, F being defined there; the solution or best iterate, multipliers too. Throws
// nonlinear::CallbackFailed and monotone::OperatorFailed.
using Solve = SolverClaim (*)(Inequality& problem, std::span<double> x, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
  std::int64_t default_max_iterations;
  bool uses_jacobian;  // at the start, where it has to be finite
};

std::span<const Solver> solvers() noexcept;

NSDS_NUMERICS_API SolverClaim solve_auto(Inequality& problem, std::span<double> x, SolveContext& context);
NSDS_NUMERICS_API SolverClaim solve_normal_map_newton(Inequality& problem, std::span<double> x,
                                                      SolveContext& context);
SolverClaim solve_newton_fb(Inequality& problem, std::span<double> x, SolveContext& context);
SolverClaim solve_newton_min(Inequality& problem, std::span<double> x, SolveContext& context);
SolverClaim solve_forward_backward(Inequality& problem, std::span<double> x, SolveContext& context);
SolverClaim solve_golden_ratio(Inequality& problem, std::span<double> x, SolveContext& context);
SolverClaim solve_extragradient(Inequality& problem, std::span<double> x, SolveContext& context);
SolverClaim solve_smoothing(Inequality& problem, std::span<double> x, SolveContext& context);

}  // namespace nsds::numerics::vi
