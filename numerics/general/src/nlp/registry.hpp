// This is the table of solvers of the class.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "nlp/program.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::nlp {

// y = (x, multipliers): (n + m + e) in/out, in units: where to start, the program being defined there with its derivatives;
// the solution or best iterate. Throws nonlinear::CallbackFailed.
using Solve = SolverClaim (*)(Program& program, std::span<double> y, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
};

inline constexpr std::int64_t default_max_iterations = 1000;

std::span<const Solver> solvers() noexcept;

SolverClaim solve_auto(Program& program, std::span<double> y, SolveContext& context);
SolverClaim solve_sqp(Program& program, std::span<double> y, SolveContext& context);
SolverClaim solve_kkt_newton(Program& program, std::span<double> y, SolveContext& context);

}  // namespace nsds::numerics::nlp
