// The default: where W is full, because bodies deform or are joined, and it takes longer to form than to do
// without, Newton's method by velocities. Else reduced to the contacts where W is of moderate size; else
// sweeps over velocities, which need no W, as long as they get on, then the reduction where it fits at all.
// Where a dense W cannot be formed within the time limit: sweeps, or alternating directions where the blocks
// of M are large.
//
// Default max_iterations: 100000 sweeps and factorisations, and 10 a contact.
#include <limits>

#include "global_friction/newton.hpp"
#include "global_friction/nsgs.hpp"
#include "global_friction/reduced.hpp"

namespace nsds::numerics {
namespace {

enum Option : int { threads_option };

constexpr double moderate_bytes_of_W = 4e8;

// Has the error not fallen to a tenth in 1000 sweeps?
class SlowProgress {
 public:
  bool operator()(std::int64_t sweep, double error) {
    if (error < 0.1 * best_) {
      best_ = error;
      since_ = sweep;
    }
    return sweep - since_ > 1000;
  }

 private:
  double best_ = std::numeric_limits<double>::infinity();
  std::int64_t since_ = 0;
};

SolverClaim sweep(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  const auto threads = static_cast<std::size_t>(context.own[threads_option]);
  if (problem.dimension == 2)
    return sweep_velocities<2>(problem, point, 1.0, true, threads, context, SlowProgress{});
  return sweep_velocities<3>(problem, point, 1.0, true, threads, context, SlowProgress{});
}

// Was there no time for something that was not begun?
bool lacked_time(const SolverClaim& claim, const SolveContext& context) {
  return claim.status == NSDS_TIME_LIMIT && context.seconds() < context.time_limit;
}

bool leaves_more_to_try(const SolverClaim& claim, const SolveContext& context) {
  return claim.status == NSDS_NOT_APPLICABLE || claim.status == NSDS_STALLED ||
         claim.status == NSDS_SINGULAR || lacked_time(claim, context);
}

SolverClaim reduce_or_sweep(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  const Arena::Mark mark = context.arena->mark();
  const SolverClaim first = solve_by_reduction(problem, point, moderate_bytes_of_W, context);
  if (!leaves_more_to_try(first, context)) return first;
  if (!problem.has_small_blocks()) {
    if (lacked_time(first, context)) {
      context.arena->rewind(mark);
      return solve_global_admm(problem, point, context);
    }
    if (first.status != NSDS_NOT_APPLICABLE) return first;
    return solve_by_reduction(problem, point, most_bytes_of_W, context);
  }
  context.arena->rewind(mark);
  context.sentence.write("{}", "");
  context.done_before += first.iterations;
  SolverClaim claim = sweep(problem, point, context);
  claim.iterations += first.iterations;
  if (claim.status != NSDS_STALLED || first.status != NSDS_NOT_APPLICABLE) return claim;
  context.arena->rewind(mark);
  context.done_before += claim.iterations;
  SolverClaim last = solve_by_reduction(problem, point, most_bytes_of_W, context);
  last.iterations += claim.iterations;
  if (last.status == NSDS_NOT_APPLICABLE || last.status == NSDS_SINGULAR) last.status = NSDS_STALLED;
  return last;
}

}  // namespace

SolverClaim solve_global_auto(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  const Arena::Mark mark = context.arena->mark();
  const SolverClaim first = solve_by_velocities_if_cheaper(problem, point, context);
  if (!leaves_more_to_try(first, context)) return first;
  context.arena->rewind(mark);
  context.sentence.write("{}", "");
  context.done_before += first.iterations;
  SolverClaim claim = reduce_or_sweep(problem, point, context);
  claim.iterations += first.iterations;
  // The point that a solve left is not lost where another one cannot begin.
  if (first.status == NSDS_STALLED && leaves_more_to_try(claim, context)) claim.status = NSDS_STALLED;
  return claim;
}

}  // namespace nsds::numerics
