// Reduces the problem to its contacts, solves it there by the default solver, and takes the solution back.
//
// Default max_iterations: that of 'auto' of frictional contact.
#include "global_friction/reduced.hpp"

#include "global_friction/attempts.hpp"
#include "global_friction/reduction.hpp"

namespace nsds::numerics::global_friction {

SolverClaim solve_by_reduction(const Problem& problem, Point& point, double most_bytes,
                               SolveContext& context) {
  Reduction reduction(problem, {context.begin, context.time_limit}, *context.arena);
  const nsds_status status = reduction.form(most_bytes, context.sentence);
  if (status != NSDS_OK) return {status, 0};
  const friction::Problem reduced = reduction.reduced();
  return solve_in_attempts(problem, point, context, [&](Point& next) {
    const SolverClaim claim = friction::solve_auto(reduced, next.r.data(), context);
    reduction.recover(next.r.data(), next.v.data(), next.lambda.data());
    return claim;
  });
}

SolverClaim solve_reduced(const Problem& problem, Point& point, SolveContext& context) {
  return solve_by_reduction(problem, point, most_bytes_of_W, context);
}

}  // namespace nsds::numerics::global_friction
