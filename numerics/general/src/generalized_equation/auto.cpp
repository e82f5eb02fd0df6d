// The default of the class: solvers of the table in turn.
#include "core/attempts.hpp"
#include "generalized_equation/registry.hpp"
#include "monotone/methods.hpp"

namespace nsds::numerics::generalized_equation {

SolverClaim solve_auto(Equation& problem, std::span<double> a, SolveContext& context) {
  const std::span<double> value = context.arena->take<double>(a.size());
  const auto measure = [&](std::span<const double> at) {
    return problem.F().evaluate(at, value) ? problem.T().residual(at, value) : infinity;
  };
  TableAttempts attempts(problem, solvers(), measure, a, context);
  static_cast<void>(attempts.from_best("forward_backward", monotone::trial_steps) ||
                    attempts.from_best("golden_ratio", 20000) || attempts.from_best("tseng", 20000) ||
                    attempts.from_best("forward_backward"));
  return attempts.claim();
}

}  // namespace nsds::numerics::generalized_equation
