// These solvers work on the contacts alone, and take v and lambda from the reactions.
#pragma once

#include <algorithm>
#include <cstdint>

#include "global_friction/registry.hpp"

namespace nsds::numerics::global_friction {

// attempt(next): improves next.r to context.tolerance, and finds next.v and next.lambda. What rounding on the
// way back, or another norm, takes away is asked for in advance the next time.
template <class Attempt>
SolverClaim solve_in_attempts(const Problem& problem, Point& point, SolveContext& context,
                              Attempt&& attempt) {
  constexpr int most_attempts = 4;
  Arena& arena = *context.arena;
  const friction::Norm norm = friction::norm(context.own);
  Point next = take_point(problem, arena);
  std::copy(point.r.begin(), point.r.end(), next.r.begin());
  const double tolerance = context.tolerance;
  const std::int64_t done_before = context.done_before;
  SolverClaim claim;
  for (int k = 0; k < most_attempts; ++k) {
    // An attempt goes on from the last one, and counts its iterations against the limits of the call.
    const Arena::Mark mark = arena.mark();
    context.done_before = done_before + claim.iterations;
    const SolverClaim inner = attempt(next);
    claim.iterations += inner.iterations;
    claim.status = inner.status;
    arena.rewind(mark);
    // The residual of the class decides, and not that of the reduced problem.
    measure(problem, norm, next, arena);
    if (next.judged.value < point.judged.value) copy_point(next, point);
    if (next.judged.value <= tolerance || inner.status != NSDS_OK) break;
    context.tolerance *= std::clamp(0.5 * tolerance / next.judged.value, 1e-3, 0.5);
  }
  context.tolerance = tolerance;
  context.done_before = done_before;
  return claim;
}

}  // namespace nsds::numerics::global_friction
