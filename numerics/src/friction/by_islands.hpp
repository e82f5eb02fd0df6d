// The frame of the solvers that take one island of contacts after the other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/factors/block_lu.hpp"
#include "friction/islands/contact_memory.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/island.hpp"
#include "friction/islands/progress.hpp"
#include "friction/registry.hpp"
#include "linalg/dense_loops.hpp"

namespace nsds::numerics::friction {

// Answers for a solver that needs factors where they do not fit.
inline nsds_status refuse_large_factors(SolveContext& context) {
  context.sentence.write("solver '{}' would need factors of more than {} blocks; try solver 'nsgs'.",
                         context.solver, most_factor_blocks);
  return NSDS_NOT_APPLICABLE;
}

// FCLIB's norm is a sum of squares over contacts: each island has a share of the tolerance by its size, and
// what one leaves is for those after it.
class Shares {
 public:
  explicit Shares(std::size_t contacts) : contacts_left_(static_cast<double>(contacts)) {}

  // Gives the share of an island, before it is solved.
  double of(std::size_t contacts) const {
    return std::sqrt(left_ * static_cast<double>(contacts) / contacts_left_);
  }
  // Takes what an island has used off the rest, after it was solved. ratio: of its error to the tolerance, in
  // its share.
  void use(std::size_t contacts, double ratio) {
    const double share = of(contacts);
    left_ -= share * share * std::min(1.0, ratio * ratio);
    contacts_left_ -= static_cast<double>(contacts);
  }

 private:
  double left_ = 1.0;  // of the square of the tolerance
  double contacts_left_;
};

struct IslandOutcome {
  nsds_status status;
  std::int64_t iterations;  // of the call, those before the island among them
  double ratio;             // of the error to the tolerance
};

// method(island, criterion, progress): NSDS_OK once progress.is_solved(), or why not. q_norm, share: as of
// Criterion. done: iterations before. r: (d nc) of the problem.
template <int D, class Method>
IslandOutcome solve_island(const Island<D>& island, double q_norm, double share, std::int64_t done, double* r,
                           SolveContext& context, Method&& method) {
  Arena& arena = *context.arena;
  const Arena::Mark mark = arena.mark();
  Criterion<D> criterion(island, norm(context.own), q_norm, share, arena);
  Progress<D> progress(island, criterion, context.tolerance, done, arena);
  gather<D>(island, r, progress.r);
  progress.error = criterion(progress.r);
  nsds_status status = NSDS_OK;
  if (!progress.is_solved()) {
    status = method(island, criterion, progress);
    if (status != NSDS_OK) progress.finish();
  }
  scatter<D>(island, progress.r, r);
  arena.rewind(mark);
  return {status, progress.iterations, progress.error / progress.tolerance};
}

// The claim of a call that takes one island after the other, and the tolerance that is left to each.
template <int D>
class IslandwiseSolve {
 public:
  SolverClaim claim;

  IslandwiseSolve(const Problem& problem, double* r, SolveContext& context)
      : r_(r),
        context_(context),
        q_norm_(norm_2({problem.q, problem.size()})),
        shares_(index(problem.contacts)) {}

  // method: as of solve_island. Until a failure ends the call; any other is that of the claim.
  template <class Method>
  void each(std::span<const PackedIsland<D>> islands, Method&& method) {
    for (std::size_t k = 0; k < islands.size() && !ends_the_call(claim.status); ++k) {
      const Island<D>& island = islands[k].island;
      const IslandOutcome outcome = run(island, method);
      shares_.use(island.contacts, outcome.ratio);
      if (outcome.status != NSDS_OK) claim.status = outcome.status;
    }
  }

  // Solves one island. Returns false where that fails and the island is to be solved otherwise: its share is
  // not used, and the claim has no failure of it.
  template <class Method>
  bool try_one(const Island<D>& island, Method&& method) {
    const IslandOutcome outcome = run(island, method);
    if (outcome.status != NSDS_OK) return false;
    shares_.use(island.contacts, outcome.ratio);
    return true;
  }

 private:
  template <class Method>
  IslandOutcome run(const Island<D>& island, Method&& method) {
    const IslandOutcome outcome =
        solve_island<D>(island, q_norm_, shares_.of(island.contacts), claim.iterations, r_, context_, method);
    claim.iterations = outcome.iterations;
    return outcome;
  }

  double* r_;
  SolveContext& context_;
  double q_norm_;
  Shares shares_;
};

// method: as of solve_island.
template <int D, class Method>
// NOLINTNEXTLINE(readability-non-const-parameter): r is written
SolverClaim solve_by_islands(const Problem& problem, double* r, SolveContext& context, Method&& method) {
  IslandwiseSolve<D> solve(problem, r, context);
  solve.each(problem.memory->pack<D>(problem, *context.arena), method);
  return solve.claim;
}

// visit: a generic callable, given as many rows as an island of the problem has: called by visit.operator()<D>().
template <class Visit>
auto with_rows(const Problem& problem, Visit&& visit) {
  if (problem.five_rows) return visit.template operator()<rolling_rows>();
  return problem.dimension == 2 ? visit.template operator()<2>() : visit.template operator()<3>();
}

// The same where nothing resists rolling.
template <class Method>
SolverClaim solve_coulomb_by_islands(const Problem& problem, double* r, SolveContext& context,
                                     Method&& method) {
  return problem.dimension == 2 ? solve_by_islands<2>(problem, r, context, method)
                                : solve_by_islands<3>(problem, r, context, method);
}

// method: a generic callable, for any number of rows.
template <class Method>
SolverClaim solve_by_islands(const Problem& problem, double* r, SolveContext& context, Method&& method) {
  return with_rows(problem, [&]<int D>() { return solve_by_islands<D>(problem, r, context, method); });
}

}  // namespace nsds::numerics::friction
