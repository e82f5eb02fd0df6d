// The default goes island by island. It takes the reduction where what is left is a problem of one class,
// first where the equality rows are few, else last. The proximal Newton method, begun after a few sweeps, and
// long runs of sweeps go on by turns, each with more patience than before.
//
// Default max_iterations: 100000 sweeps and factorisations, and 10 a block.
#include <algorithm>
#include <limits>

#include "core/attempts.hpp"
#include "generic_mechanical/by_islands.hpp"
#include "generic_mechanical/contradiction.hpp"
#include "generic_mechanical/newton.hpp"
#include "generic_mechanical/reduction.hpp"
#include "linalg/factors/bounded_factorization.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

constexpr int rounds = 4;
constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();  // but for the limit of the call
constexpr std::size_t few_eliminated = 300;  // equality rows: more are left to sparse factorisations first
constexpr std::int64_t first_sweeps = 10;
constexpr std::int64_t first_rejections = 6;
constexpr std::int64_t first_patience = 200;
constexpr double first_alpha = 1e-3;

nsds_status solve_as_given(const Island& island, Progress& progress, const SolveContext& context) {
  Arena& arena = *context.arena;
  Sweeps sweeps(island, arena);
  const std::span<double> at = arena.take<double>(island.size());
  const auto sweep = [&](std::int64_t most, std::int64_t patience) {
    std::copy(progress.lambda.begin(), progress.lambda.end(), at.begin());
    return run_sweeps({most, patience, true}, sweeps, progress, at, context);
  };
  NewtonMatrix matrix(island, arena);
  if (!matrix.fits()) return sweep(no_limit, 20000);
  const nsds_status start = sweep(first_sweeps, first_sweeps);
  if (!leaves_more_to_try(start)) return start;
  Newton newton(island, matrix, sweeps, progress, first_alpha, arena);
  // Sweeps may succeed in time where a factorisation would not.
  const auto newton_in_time = [&](std::int64_t rejections) {
    const nsds_status status = newton.run(context, rejections);
    if (status != NSDS_TIME_LIMIT || context.seconds_left() <= 0.0) return status;
    context.note_lack_of_time();
    return NSDS_STALLED;
  };
  for (int round = 0; round < rounds; ++round) {
    const nsds_status status = in_turn([&] { return newton_in_time(first_rejections << round); },
                                       [&] { return sweep(no_limit, first_patience << (2 * round)); });
    if (!leaves_more_to_try(status)) return status;
  }
  return NSDS_STALLED;
}

}  // namespace

SolverClaim solve_auto(const MechanicalProblem& problem, double* lambda, SolveContext& context) {
  return solve_by_islands(problem, lambda, context, [&](const Island& island, Progress& progress) {
    const RowCounts counts = count_rows(island);
    const bool in_time = elimination_work(counts) <= operations_within(context.seconds_left());
    const bool reducible = is_reducible(counts) && in_time;
    const bool first = reducible && counts.equality <= few_eliminated;
    const auto reduced = [&] { return solve_reduced(problem, island, progress, context); };
    const auto as_given = [&] { return solve_as_given(island, progress, context); };
    if (first) return in_turn(reduced, as_given);
    if (reducible) return in_turn(as_given, reduced);
    return in_turn(as_given,
                   [&] { return refute(problem, island, context) ? NSDS_INFEASIBLE : NSDS_STALLED; });
  });
}

}  // namespace nsds::numerics::generic_mechanical
