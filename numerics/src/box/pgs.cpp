// Projected Gauss-Seidel over a box: z_i <- mid(lower_i, z_i - relaxation w_i / M_ii, upper_i), row after
// row; a row whose z is free is solved for it. Converges for symmetric positive definite M and relaxation in
// (0, 2) [Cryer 1971, SIAM J. Control 9].
//
// Default max_iterations: 20000 sweeps.
#include "affine/stationary.hpp"
#include "affine/structure.hpp"
#include "box/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::box {
namespace {

enum : int { relaxation_option };

}  // namespace

SolverClaim solve_pgs(const Problem& problem, double* z, SolveContext& context) {
  affine::StationaryIteration<Problem> iteration(problem, problem.map, z, context);
  const std::span<double> point = iteration.z();
  const std::span<double> w = iteration.w();
  const std::span<double> diagonal = context.arena->take<double>(point.size());
  const affine::Structure structure = affine::analyse_structure(problem.map, diagonal, *context.arena);
  // A row is solved for its own unknown, which takes a positive diagonal entry.
  for (std::size_t i = 0; i < point.size(); ++i) {
    if (diagonal[i] > 0.0) continue;
    context.sentence.write(
        "solver 'pgs' needs a positive diagonal, but M[{}][{}] is {:.3g}; try solver 'newton_fb' or 'auto'.",
        i, i, diagonal[i]);
    return {NSDS_NOT_APPLICABLE, 0};
  }
  const double relaxation = context.own[relaxation_option];
  return iteration.run([&] {
    for (std::size_t i = 0; i < point.size(); ++i) {
      const auto row = static_cast<std::int32_t>(i);
      // The unknown goes to where its w vanishes, cut off at its bounds; w follows by a column of M.
      const double updated = affine::project(problem, row, point[i] - relaxation * w[i] / diagonal[i]);
      const double step = updated - point[i];
      if (step == 0.0) continue;
      point[i] = updated;
      affine::add_column(structure, row, step, w);
    }
  });
}

}  // namespace nsds::numerics::box
