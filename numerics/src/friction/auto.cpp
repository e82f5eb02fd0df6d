// The default solves contacts that touch no other in closed form. Each island of others gets accelerated
// sweeps as long as they are the cheaper way to the tolerance, then the proximal Newton method and, where
// that stalls, sweeps, interior points and alternating directions, which go first where the tolerance is loose
// and a factorisation dear. Which is cheaper is a matter of what a factorisation costs in sweeps, known from
// the pattern, and of how many sweeps are still to come, judged by the progress of the last ones.
//
// Default max_iterations: 100000 sweeps and factorisations, and 10 a contact.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/numbers.hpp"
#include "friction/by_islands.hpp"
#include "friction/contact/contact.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/sweeps/stagnation.hpp"
#include "friction/sweeps/sweep_phase.hpp"
#include "friction/turns.hpp"

namespace nsds::numerics::friction {
namespace {

constexpr double newton_steps = 12.0;  // factorisations that a solve is expected to take
constexpr std::int64_t least_sweeps = 20;
// Before there is a plan, a factorisation is taken to need this many products of two blocks for every block
// of W. The least there is, that of a chain, is 1.5; the rest is for making the plan.
constexpr double least_work = 2.0;

// Estimates what Newton's method costs, in sweeps, of which each takes a product of a block and a vector for
// every block and as much as ten for every contact. work: of one factorisation, in products of two blocks,
// each of which takes about two of a block and a vector (measured).
template <int D>
double newton_in_sweeps(const Island<D>& island, double work) {
  const auto blocks = static_cast<double>(island.columns.size());
  const auto contacts = static_cast<double>(island.contacts);
  return newton_steps * (2.0 * work + 4.0 * blocks) / (blocks + 10.0 * contacts);
}

// Tells whether the sweeps that are still to come would cost more than Newton's method. It is asked after
// each evaluation of the error; the plan of the factors, from which the cost of a factorisation is known, is
// made when that is first needed.
template <int D>
class SweepsOrNewton {
 public:
  SweepsOrNewton(const Island<D>& island, const Progress<D>& progress, Arena& arena)
      : island_(island), progress_(progress), arena_(arena) {}

  // Gives the plan after run() of the sweeps has ended, null where there are no factors that fit.
  NewtonLu<D>* factors() { return lu_ && lu_->fits() ? &*lu_ : nullptr; }

  // The rate is that of the best error over at least half of the sweeps so far. Where that has not fallen
  // there is none: sweeps go on until they have cost what Newton's method costs at least.
  bool operator()(std::int64_t sweep) {
    const Mark now{sweep, std::log(progress_.error)};
    if (sweep >= 2 * recent_.sweep) {
      earlier_ = recent_;
      recent_ = now;
    }
    const bool stagnates = stagnation_(sweep, progress_.error);
    if (sweep < least_sweeps || earlier_.sweep == 0) return false;
    const double rate = (now.log_error - earlier_.log_error) / static_cast<double>(sweep - earlier_.sweep);
    const double to_come = rate < 0.0 ? (std::log(progress_.tolerance) - now.log_error) / rate : infinity;
    if (!lu_) {
      const double least =
          newton_in_sweeps(island_, least_work * static_cast<double>(island_.columns.size()));
      const bool is_early = rate >= 0.0 && static_cast<double>(sweep) <= least;
      if (is_early || to_come <= least) return false;
      plan();
    }
    return lu_->fits() ? to_come > newton_cost_ : stagnates;
  }

 private:
  void plan() {
    lu_.emplace(island_, arena_);
    newton_cost_ = newton_in_sweeps(island_, lu_->work());
  }

  struct Mark {
    std::int64_t sweep = 0;
    double log_error = 0.0;
  };

  const Island<D>& island_;
  const Progress<D>& progress_;
  Arena& arena_;
  std::optional<NewtonLu<D>> lu_;
  double newton_cost_ = 0.0;  // in sweeps
  Stagnation stagnation_;     // of sweeps that are all there is
  Mark recent_, earlier_;
};

// Contacts that touch no other, by their closed forms alone: where none holds r_c stays. NSDS_STALLED where
// that is not within the tolerance.
template <int D>
nsds_status solve_isolated(const Island<D>& isolated, Criterion<D>& criterion, Progress<D>& progress,
                           SolveContext& context) {
  const nsds_status status = context.limit(progress.iterations, progress.error);
  if (status != NSDS_OK) return status;
  const auto r = context.arena->take<double>(isolated.vector_size());
  std::copy(progress.r.begin(), progress.r.end(), r.begin());
  for (std::size_t c = 0; c < isolated.contacts; ++c) {
    const double* const block = &isolated.diagonal[block_size<D> * c];
    Slip<D> slip{};
    solve_in_closed_form<D>(ContactMatrix<D>(block), block, isolated.mu[c], &isolated.q[pad<D> * c], &slip,
                            &r[pad<D> * c]);
  }
  ++progress.iterations;
  progress.keep_equal(criterion(r), r);
  return progress.is_solved() ? NSDS_OK : NSDS_STALLED;
}

template <int D>
nsds_status solve_coupled(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress,
                          SolveContext& context) {
  Arena& arena = *context.arena;
  Sweeps<D> sweeps(island, criterion, 0, arena);
  SweepPhase<D> phase(island, criterion, sweeps, progress, context);
  SweepsOrNewton<D> newton_is_cheaper(island, progress, arena);
  const nsds_status status =
      phase.run(true, 1.0, [&](std::int64_t sweep, double) { return newton_is_cheaper(sweep); });
  NewtonLu<D>* const lu = newton_is_cheaper.factors();
  if (status != NSDS_STALLED || lu == nullptr) return status;
  return take_turns<D>(island, criterion, sweeps, phase, *lu, progress, context);
}

// Isolated contacts without a closed form come last: they may have no solution.
template <int D>
// NOLINTNEXTLINE(readability-non-const-parameter): r is written
SolverClaim solve(const Problem& problem, double* r, SolveContext& context) {
  const std::span<const PackedIsland<D>> packed = problem.memory->pack<D>(problem, *context.arena);
  const Island<D> isolated = isolated_contacts<D>(packed);
  const auto in_closed_form = [&](const Island<D>& island, auto& criterion, auto& progress) {
    return solve_isolated<D>(island, criterion, progress, context);
  };
  const auto by_sweeps_first = [&](const Island<D>& island, auto& criterion, auto& progress) {
    return solve_coupled<D>(island, criterion, progress, context);
  };
  IslandwiseSolve<D> islandwise(problem, r, context);
  const bool is_done = isolated.contacts == 0 || islandwise.try_one(isolated, in_closed_form);
  islandwise.each(packed.subspan(isolated.contacts), by_sweeps_first);
  if (!is_done) islandwise.each(packed.first(isolated.contacts), by_sweeps_first);
  return islandwise.claim;
}

}  // namespace

SolverClaim solve_auto(const Problem& problem, double* r, SolveContext& context) {
  return with_rows(problem, [&]<int D>() { return solve<D>(problem, r, context); });
}

}  // namespace nsds::numerics::friction
