// The proximal Newton method as a solver of its own, from a few sweeps.
//
// Default max_iterations: 100000 sweeps and factorisations.
#include "friction/by_islands.hpp"

namespace nsds::numerics {
namespace {

enum Option : int { formulation_option, alpha_option, sweeps_option };

constexpr std::int64_t most_factor_blocks = 3'000'000;

}  // namespace

SolverClaim solve_friction_proximal(const FrictionProblem& problem, double* r, SolveContext& context) {
  const auto formulation = static_cast<Formulation>(static_cast<int>(context.own[formulation_option]));
  const auto first_sweeps = static_cast<std::int64_t>(context.own[sweeps_option]);
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        Arena& arena = *context.arena;
        BlockLu<D> lu(island, most_factor_blocks, arena);
        if (!lu.fits()) {
          context.sentence.write("solver '{}' would need factors of more than {} blocks; try solver 'nsgs'.",
                                 context.solver, most_factor_blocks);
          return NSDS_NOT_APPLICABLE;
        }
        Sweeps<D> sweeps(island, criterion, 0, arena);
        ProximalNewton<D> newton(island, criterion, sweeps, lu, formulation, context.own[alpha_option],
                                 arena);
        nsds_status status = newton.sweep(first_sweeps, progress, context);
        if (status == NSDS_OK) status = newton.run(progress, context);
        return status;
      });
}

}  // namespace nsds::numerics
