// The problem reduced to its contacts, solved there by the default solver, and taken back.
//
// Default max_iterations: that of 'auto' of frictional contact.
#include "global_friction/reduced.hpp"

#include "global_friction/attempts.hpp"
#include "global_friction/reduction.hpp"

namespace nsds::numerics {

SolverClaim solve_by_reduction(const GlobalProblem& problem, GlobalPoint& point, double most_bytes,
                               SolveContext& context) {
  Reduction reduction(problem, {context.begin, context.time_limit}, *context.arena);
  const nsds_status status = reduction.form(most_bytes, context.sentence);
  if (status != NSDS_OK) return {status, 0};
  const FrictionProblem reduced = reduction.reduced();
  return solve_in_attempts(problem, point, context, [&](GlobalPoint& next) {
    const SolverClaim claim = solve_friction_auto(reduced, next.r.data(), context);
    reduction.recover(next.r.data(), next.v.data(), next.lambda.data());
    return claim;
  });
}

SolverClaim solve_global_reduced(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  return solve_by_reduction(problem, point, most_bytes_of_W, context);
}

}  // namespace nsds::numerics
