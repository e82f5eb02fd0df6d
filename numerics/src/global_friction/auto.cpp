// The default takes Newton's method by velocities where W is full, because bodies deform or are joined, and
// takes longer to form than to do without. Where W is of moderate size it reduces the problem to its contacts,
// after the first steps of Newton's method by velocities if these are rigid bodies with many contacts each.
// Else it sweeps over velocities, which needs no W, as long as that gets on; then Newton's method by
// velocities follows, or the reduction where it fits at all. Where a dense W cannot be formed within the time
// limit it takes sweeps, or alternating directions where the blocks of M are large.
//
// Default max_iterations: 100000 sweeps and factorisations, and 10 a contact.
#include <limits>

#include "core/attempts.hpp"
#include "global_friction/newton.hpp"
#include "global_friction/nsgs.hpp"
#include "global_friction/reduced.hpp"

namespace nsds::numerics::global_friction {
namespace {

enum : int { threads_option };

constexpr double moderate_bytes_of_W = 4e8;

// Tells whether the error has not fallen to a tenth in 1000 sweeps.
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

SolverClaim sweep(const Problem& problem, Point& point, SolveContext& context) {
  const auto threads = static_cast<std::size_t>(context.own[threads_option]);
  if (problem.dimension == 2)
    return sweep_velocities<2>(problem, point, 1.0, true, threads, context, SlowProgress{});
  return sweep_velocities<3>(problem, point, 1.0, true, threads, context, SlowProgress{});
}

// Every solver goes on from the best point of those before it, which it measures itself.
class Auto : Trials {
 public:
  Auto(const Problem& problem, Point& point, SolveContext& context)
      : problem_(problem),
        point_(point),
        options_(context.own),
        attempts_(*this, context, point.judged.value) {}

  // Tells whether it is done with what was tried so far.
  template <class Solver>
  bool ends_with(const char* name, Solver&& solver) {
    return attempts_.attempt({name, options_}, [&](SolveContext& context) {
      SolverClaim claim = solver(problem_, point_, context);
      lacked_time_ = claim.status == NSDS_TIME_LIMIT && context.seconds() < context.time_limit;
      if (lacked_time_) claim.status = NSDS_NOT_APPLICABLE;  // it was not begun
      return claim;
    });
  }

  bool was_too_large() const { return attempts_.last() == NSDS_NOT_APPLICABLE && !lacked_time_; }
  bool lacked_time() const { return lacked_time_; }
  SolverClaim claim() {
    SolverClaim claim = attempts_.claim();
    if (claim.status == NSDS_NOT_APPLICABLE && lacked_time_) claim.status = NSDS_TIME_LIMIT;
    return claim;
  }

 private:
  friend Attempts<Auto>;
  // Joints that depend on each other leave a solver nothing to begin with.
  static bool is_refusal(nsds_status claim) { return claim == NSDS_NOT_APPLICABLE || claim == NSDS_SINGULAR; }
  double measure() const { return point_.judged.value; }
  void keep() const {}

  const Problem& problem_;
  Point& point_;
  std::span<const double> options_;
  Attempts<Auto> attempts_;
  bool lacked_time_ = false;
};

SolverClaim reduce_moderate(const Problem& problem, Point& point, SolveContext& context) {
  return solve_by_reduction(problem, point, moderate_bytes_of_W, context);
}

}  // namespace

SolverClaim solve_auto(const Problem& problem, Point& point, SolveContext& context) {
  Auto tried(problem, point, context);
  const auto count = static_cast<double>(problem.reactions());
  // Many bodies with a few joints are swept as those without are, before W is thought of as a dense matrix.
  const bool sweeps_first = problem.has_small_blocks() && 8.0 * count * count > moderate_bytes_of_W;
  // At most one of these two runs: the other finds that its condition does not hold.
  if (!sweeps_first && tried.ends_with("newton", solve_by_velocities_if_cheaper)) return tried.claim();
  if (!sweeps_first && tried.ends_with("newton", try_newton_if_redundant)) return tried.claim();
  if (tried.ends_with("reduced", reduce_moderate)) return tried.claim();
  const bool is_large = tried.was_too_large();
  if (problem.has_small_blocks() && tried.ends_with("nsgs", sweep)) return tried.claim();
  if (!problem.has_small_blocks() && tried.lacked_time()) {
    tried.ends_with("admm", solve_admm);
    return tried.claim();
  }
  if (sweeps_first && tried.ends_with("newton", solve_by_velocities_if_cheaper)) return tried.claim();
  if (is_large) tried.ends_with("reduced", solve_reduced);
  return tried.claim();
}

}  // namespace nsds::numerics::global_friction
