// Asks a solver for more where the residual of the call is not content with what it has left.
#pragma once

#include <algorithm>

#include "affine/contract/best_point.hpp"
#include "affine/contract/contract.hpp"
#include "affine/contract/improve.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::affine {

inline constexpr int most_attempts = 4;
inline constexpr int most_in_other_units = 3;
// The first tolerance at most, where absolute ones are asked for too.
inline constexpr double with_absolute = 1e-8;
// In that of the attempt before: a solver is asked for what is missing, and may not reach much more.
inline constexpr double least_of_last = 1e-3, most_of_last = 0.1;

// Most solvers judge themselves by the natural map of the problem that they are given, which may be coarser than the
// residual of the call: they are then asked for more, from the point that they have left. once(): one attempt. The point
// that is found is measured.
template <class Once>
SolverClaim tighten(const BoxProblem& problem, const Found& found, SolveContext& context, Once&& once) {
  Arena& arena = *context.arena;
  Best best(problem, found, arena);
  const double tolerance = context.tolerance;
  // What the rows of a large problem allow says little of an absolute gap, and a run that is cut short leaves a bad start.
  const bool is_absolute = problem.contract != nullptr && problem.contract->absolute > 0.0;
  if (is_absolute) context.tolerance = std::min(tolerance, with_absolute);
  if (problem.contract != nullptr) context.tolerance *= most_of_last;
  const int most = problem.contract == nullptr ? most_in_other_units : most_attempts;
  SolverClaim claim{NSDS_OK, 0};
  for (int attempt = 0; attempt < most && claim.status == NSDS_OK; ++attempt) {
    const Arena::Mark mark = arena.mark();
    const SolverClaim before = claim;
    context.done_before += before.iterations;
    claim = once();
    context.done_before -= before.iterations;
    claim.iterations += before.iterations;
    claim.undetermined = claim.undetermined || before.undetermined;
    arena.rewind(mark);
    best.look();
    if (problem.contract != nullptr && !(best.residual() <= tolerance))
      improve(problem, found, claim.status, tolerance, best, context);
    if (is_absolute) close_absolute_gap(problem, found, tolerance, best, context);
    if (best.is_content(tolerance)) break;
    best.keep();
    context.tolerance *= std::clamp(most_of_last * tolerance / best.residual(), least_of_last, most_of_last);
  }
  best.return_to();
  claim.verified = best.residual() <= tolerance;
  context.tolerance = tolerance;
  return claim;
}

}  // namespace nsds::numerics::affine
