// The default: where W is full, because bodies deform or are joined, and it takes longer to form than to do
// without, Newton's method by velocities. Else reduced to the contacts where W is of moderate size; else
// sweeps over velocities, which need no W, as long as they get on, then by velocities, or the reduction where
// it fits at all. Where a dense W cannot be formed within the time limit: sweeps, or alternating directions
// where the blocks of M are large.
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

// One after the other until one ends the call; the point that a stalled one left is not lost where the next
// one cannot begin.
class Sequence {
 public:
  Sequence(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context)
      : problem_(problem), point_(point), context_(context), mark_(context.arena->mark()) {}

  // Is it done with what was tried so far?
  template <class Solver>
  bool ends_with(Solver&& solver) {
    context_.arena->rewind(mark_);
    context_.sentence.write("{}", "");
    const SolverClaim next = solver(problem_, point_, context_);
    context_.done_before += next.iterations;
    claim_.iterations += next.iterations;
    claim_.status = next.status;
    has_stalled_ = has_stalled_ || next.status == NSDS_STALLED;
    return !leaves_more_to_try();
  }

  nsds_status last() const { return claim_.status; }
  // Was there no time for what was not begun?
  bool lacked_time() const { return last() == NSDS_TIME_LIMIT && context_.seconds() < context_.time_limit; }
  SolverClaim claim() const {
    SolverClaim claim = claim_;
    if (has_stalled_ && leaves_more_to_try()) claim.status = NSDS_STALLED;
    return claim;
  }

 private:
  bool leaves_more_to_try() const {
    return last() == NSDS_NOT_APPLICABLE || last() == NSDS_STALLED || last() == NSDS_SINGULAR ||
           lacked_time();
  }

  const GlobalProblem& problem_;
  GlobalPoint& point_;
  SolveContext& context_;
  Arena::Mark mark_;
  SolverClaim claim_;
  bool has_stalled_ = false;
};

SolverClaim reduce_moderate(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  return solve_by_reduction(problem, point, moderate_bytes_of_W, context);
}

}  // namespace

SolverClaim solve_global_auto(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  Sequence tried(problem, point, context);
  const auto count = static_cast<double>(problem.reactions());
  // Many bodies with a few joints are swept as those without are, before W is thought of as a dense matrix.
  const bool sweeps_first = problem.has_small_blocks() && 8.0 * count * count > moderate_bytes_of_W;
  if (!sweeps_first && tried.ends_with(solve_by_velocities_if_cheaper)) return tried.claim();
  if (tried.ends_with(reduce_moderate)) return tried.claim();
  const bool is_large = tried.last() == NSDS_NOT_APPLICABLE;
  if (problem.has_small_blocks() && tried.ends_with(sweep)) return tried.claim();
  if (!problem.has_small_blocks() && tried.lacked_time()) {
    tried.ends_with(solve_global_admm);
    return tried.claim();
  }
  if (sweeps_first && tried.ends_with(solve_by_velocities_if_cheaper)) return tried.claim();
  if (is_large) tried.ends_with(solve_global_reduced);
  return tried.claim();
}

}  // namespace nsds::numerics
