// Newton's method as a solver of its own, on one of five functions of a contact.
//
// Default max_iterations: 1000 factorisations.
#include "friction/by_islands.hpp"
#include "friction/damped_newton.hpp"

namespace nsds::numerics::friction {
namespace {

enum : int { formulation_option, line_search_option };

}  // namespace

SolverClaim solve_newton(const Problem& problem, double* r, SolveContext& context) {
  const NewtonRules rules{static_cast<Formulation>(static_cast<int>(context.own[formulation_option])),
                          context.own[line_search_option] != 0.0, context.max_iterations, 100};
  return solve_by_islands(
      problem, r, context,
      [&]<int D>(const Island<D>& island, Criterion<D>& criterion, Progress<D>& progress) {
        NewtonLu<D> lu(island, *context.arena);
        if (!lu.fits()) return refuse_large_factors(context);
        const nsds_status status =
            DampedNewton<D>(island, criterion, lu, *context.arena).run(progress.r, rules, progress, context);
        if (status == NSDS_SINGULAR)
          context.sentence.write("the matrix of Newton's method is singular; try solver 'proximal'");
        return status;
      });
}

}  // namespace nsds::numerics::friction
