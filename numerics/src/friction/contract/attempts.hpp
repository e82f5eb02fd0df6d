// Asks a solver of contacts for more where the contract is not content with what it has left, and corrects that.
#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "core/arena.hpp"
#include "core/solve_context.hpp"

namespace nsds::numerics::friction {

// How often a solver is asked, and how long a further attempt, which may ask for less than rounding allows, may take: so many times the
// iterations of those before, and of some more.
struct AttemptRules {
  int most = 4;
  std::int64_t more_iterations = 4, few_iterations = 200;
};
// A point of more than this many tolerances by sums of absolute terms is not judged again before it is returned.
inline constexpr double judged_again = 10.0;

// The tolerance of an attempt, over that of the one before: a solver is asked for what is missing, and may not reach much more.
inline double next_of_last(double tolerance, double reached) {
  constexpr double least_of_last = 1e-3, most_of_last = 0.1;
  return std::clamp(most_of_last * tolerance / reached, least_of_last, most_of_last);
}

// Solvers judge islands by the residual of the class, in their own packing, which rounds otherwise, and may be coarser than what
// the call asks for. Where they stop above the tolerance they are asked for more, from the point that they have left.
//   once()         one attempt, judged
//   measure()      judges the point
//   factor(value)  the next tolerance over the last one
// best: look(point), return_to(point). is_refusal(status): the solver does not take the problem.
template <class Point, class Best, class Once, class Measure, class Factor, class Refusal>
SolverClaim ask_in_attempts(Point& point, const AttemptRules& rules, Best& best, SolveContext& context,
                            Once&& once, Measure&& measure, Factor&& factor, Refusal&& is_refusal) {
  // Beside contacts that stay wide open those that are closed are known better than the rounding of all of them.
  constexpr double least_tolerance = 1e-2 * std::numeric_limits<double>::epsilon();
  const double tolerance = context.tolerance;
  const std::int64_t most_iterations = context.max_iterations;
  SolverClaim claim{NSDS_OK, 0};
  for (int attempt = 0; attempt < rules.most && claim.status == NSDS_OK; ++attempt) {
    const SolverClaim before = claim;
    context.done_before += before.iterations;
    claim = once();
    context.done_before -= before.iterations;
    claim.iterations += before.iterations;
    if (is_refusal(claim.status)) {
      if (attempt > 0) claim.status = NSDS_STALLED;
      break;
    }
    if (point.judged.value <= tolerance) break;
    best.look(point);
    context.tolerance = std::max(context.tolerance * factor(point.judged.value), least_tolerance);
    context.max_iterations =
        std::min(most_iterations, rules.more_iterations * (claim.iterations + rules.few_iterations));
  }
  context.tolerance = tolerance;
  // An attempt that was made shorter than the call allows has found no way to go on.
  if (claim.status == NSDS_MAX_ITERATIONS && context.max_iterations < most_iterations)
    claim.status = NSDS_STALLED;
  context.max_iterations = most_iterations;
  if (is_refusal(claim.status)) return claim;
  if (!(point.judged.value <= tolerance)) {
    best.return_to(point);
    measure();
  }
  claim.verified = point.judged.value <= tolerance;
  return claim;
}

// Goes on with rounds of corrections while they help.
//   judge()    judges x quickly, and returns its value
//   correct()  moves blocks that fail, and tells whether anything has moved
template <class Judge, class Correct>
void correct_in_rounds(std::span<double> x, double tolerance, const SolveContext& context, Judge&& judge,
                       Correct&& correct) {
  constexpr int most_rounds = 20;
  // A round is worth another one where it leaves at most this of the residual.
  constexpr double gain_of_round = 0.5, gain_of_last_rounds = 0.9;
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  const auto before = arena.take<double>(x.size());
  double value = judge();
  for (int round = 0; round < most_rounds && value > tolerance; ++round) {
    if (context.seconds_left() <= 0.0) break;
    const double last = value;
    std::copy(x.begin(), x.end(), before.begin());
    if (!correct()) break;
    value = judge();
    const bool is_near = last <= judged_again * tolerance;
    if (value <= (is_near ? gain_of_last_rounds : gain_of_round) * last) continue;
    if (value > last) {
      std::copy(before.begin(), before.end(), x.begin());
      judge();
    }
    break;
  }
  arena.rewind(mark);
}

}  // namespace nsds::numerics::friction
