// This is the table of solvers of the class.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "generalized_equation/problem.hpp"
#include "nsds/numerics/registry.h"

namespace nsds::numerics::generalized_equation {

// a: (n) in/out, in units, a value of the resolvent, where F is defined; the solution or best iterate. Throws
// nonlinear::CallbackFailed and monotone::OperatorFailed.
using Solve = SolverClaim (*)(Equation& problem, std::span<double> a, SolveContext& context);

struct Solver {
  nsds_solver_info info;
  Solve solve;
};

std::span<const Solver> solvers() noexcept;

SolverClaim solve_auto(Equation& problem, std::span<double> a, SolveContext& context);

}  // namespace nsds::numerics::generalized_equation
