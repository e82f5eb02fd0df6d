// All solvers share this frame: one island after the other.
#pragma once

#include "core/solve_context.hpp"
#include "generic_mechanical/island.hpp"
#include "generic_mechanical/progress.hpp"
#include "generic_mechanical/registry.hpp"

namespace nsds::numerics::generic_mechanical {

// Solves one island after the other by a method. method(island, progress): NSDS_OK once progress.is_solved(),
// or why not. What one island stalls on does not keep the others from being solved, and that there is no
// solution is known from one; a solver that does not take one of them takes none.
template <class Method>
SolverClaim solve_by_islands(const MechanicalProblem& problem, double* lambda, SolveContext& context,
                             Method&& method) {
  constexpr double rounding = 0.999;  // between these units and those of the caller
  Arena& arena = *context.arena;
  SolverClaim claim;
  bool ended = false;
  for (const Island& island : islands(problem, arena)) {
    const Arena::Mark mark = arena.mark();
    Progress progress(island, rounding * context.tolerance, claim.iterations, arena);
    const std::span<double> start = arena.take<double>(island.size());
    for (std::size_t i = 0; i < island.size(); ++i) {
      const auto row = index(island.original[i]);
      start[i] = lambda[row] / problem.lambda_unit[row];
    }
    // The starting point may be a solution already.
    progress.start = start;
    progress.keep(start);
    if (progress.error == infinity) {  // a start from which nothing can be measured
      std::fill(start.begin(), start.end(), 0.0);
      progress.keep(start);
    }
    if (!progress.is_solved()) {
      const nsds_status status = method(island, progress);
      if (status != NSDS_OK && claim.status != NSDS_INFEASIBLE) claim.status = status;
      if (ends_the_call(status)) ended = true;
    }
    // The best point goes back to the caller's units, however the method ended.
    claim.iterations = progress.iterations;
    for (std::size_t i = 0; i < island.size() && progress.error < infinity; ++i)
      lambda[index(island.original[i])] = to_caller(problem, island, i, progress.lambda[i]);
    arena.rewind(mark);
    if (ended || claim.status == NSDS_NOT_APPLICABLE) break;
  }
  return claim;
}

}  // namespace nsds::numerics::generic_mechanical
