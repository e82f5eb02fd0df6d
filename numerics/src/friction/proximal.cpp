// The proximal Newton method as a solver of its own, from a few sweeps.
//
// Default max_iterations: 100000 sweeps and factorisations.
#include "friction/by_islands.hpp"
#include "friction/proximal_newton.hpp"

namespace nsds::numerics::friction {
namespace {

enum : int { proximal_formulation, proximal_alpha, proximal_sweeps };

constexpr int most_rejections = 400;  // chains of steps that fail

}  // namespace

SolverClaim solve_proximal(const Problem& problem, double* r, SolveContext& context) {
  const auto formulation = static_cast<Formulation>(static_cast<int>(context.own[proximal_formulation]));
  const auto first_sweeps = static_cast<std::int64_t>(context.own[proximal_sweeps]);
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        Arena& arena = *context.arena;
        NewtonLu<D> lu(island, arena);
        if (!lu.fits()) return refuse_large_factors(context);
        Sweeps<D> sweeps(island, criterion, 0, arena);
        ProximalNewton<D> newton(island, criterion, sweeps, lu, formulation, context.own[proximal_alpha],
                                 arena);
        nsds_status status = newton.sweep(first_sweeps, progress, context);
        if (status == NSDS_OK) status = newton.run(progress, context, {.rejections = most_rejections});
        return status;
      });
}

}  // namespace nsds::numerics::friction
