// The problem reduced to its contacts, solved there by the default solver, and taken back.
//
// Default max_iterations: that of 'auto' of frictional contact.
#include "global_friction/reduced.hpp"

#include <algorithm>

#include "global_friction/reduction.hpp"

namespace nsds::numerics {

SolverClaim solve_by_reduction(const GlobalProblem& problem, GlobalPoint& point, double most_bytes,
                               SolveContext& context) {
  Arena& arena = *context.arena;
  const FrictionNorm norm = friction_norm(context.own);
  Reduction reduction(problem, {context.begin, context.time_limit}, arena);
  SolverClaim claim;
  claim.status = reduction.form(most_bytes, context.sentence);
  if (claim.status != NSDS_OK) return claim;
  const FrictionProblem reduced = reduction.reduced();
  GlobalPoint next = take_point(problem, arena);
  std::copy(point.r.begin(), point.r.end(), next.r.begin());
  // What rounding on the way back, or another norm, takes away is asked for in advance the next time.
  const double tolerance = context.tolerance;
  const std::int64_t done_before = context.done_before;
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Arena::Mark mark = arena.mark();
    context.done_before = done_before + claim.iterations;
    const SolverClaim inner = solve_friction_auto(reduced, next.r.data(), context);
    claim.iterations += inner.iterations;
    claim.status = inner.status;
    arena.rewind(mark);
    reduction.recover(next.r.data(), next.v.data(), next.lambda.data());
    measure(problem, norm, next, arena);
    if (next.judged.value < point.judged.value) copy_point(next, point);
    if (next.judged.value <= tolerance || inner.status != NSDS_OK) break;
    context.tolerance *= std::clamp(0.5 * tolerance / next.judged.value, 1e-3, 0.5);
  }
  context.tolerance = tolerance;
  context.done_before = done_before;
  return claim;
}

SolverClaim solve_global_reduced(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  return solve_by_reduction(problem, point, most_bytes_of_W, context);
}

}  // namespace nsds::numerics
