// Nonsmooth Gauss-Seidel as a solver of its own: sweeps over the blocks.
//
// Default max_iterations: 100000 sweeps.
#include <limits>

#include "generic_mechanical/by_islands.hpp"
#include "generic_mechanical/sweeps.hpp"

namespace nsds::numerics::generic_mechanical {
namespace {

enum : int { acceleration_option };
constexpr std::int64_t sweep_patience = 20000;
constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();  // but for the limit of the call

}  // namespace

SolverClaim solve_nsgs(const MechanicalProblem& problem, double* lambda, SolveContext& context) {
  const SweepRules rules{unlimited, sweep_patience, context.own[acceleration_option] != 0.0};
  return solve_by_islands(problem, lambda, context, [&](const Island& island, Progress& progress) {
    Arena& arena = *context.arena;
    Sweeps sweeps(island, arena);
    const std::span<double> at = arena.take<double>(island.size());
    std::copy(progress.lambda.begin(), progress.lambda.end(), at.begin());
    return run_sweeps(rules, sweeps, progress, at, context);
  });
}

}  // namespace nsds::numerics::generic_mechanical
