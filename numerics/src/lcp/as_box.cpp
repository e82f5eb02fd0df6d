// Solvers of problems over boxes, over the orthant: semismooth Newton methods, ended by the basic solution of the support, and
// interior points.
//
// Default max_iterations: 1000 + n factorisations of the first, 300 of the second.
#include "affine/interior_point/affine_interior_point.hpp"
#include "affine/newton.hpp"
#include "lcp/over_orthant.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"

namespace nsds::numerics::lcp {
namespace {

SolverClaim solve_newton(const Lcp& problem, affine::NewtonKind kind, double* z, SolveContext& context) {
  const SolverClaim claim = affine::solve_newton(over_orthant(problem, *context.arena), kind, z, context);
  constexpr std::int32_t largest_polish = 1000;  // a dense factor
  if (claim.status == NSDS_STALLED && problem.n <= largest_polish) polish(problem, z, *context.arena);
  return claim;
}

}  // namespace

SolverClaim solve_newton_min(const Lcp& problem, double* z, SolveContext& context) {
  return solve_newton(problem, affine::NewtonKind::minimum, z, context);
}

SolverClaim solve_newton_fb(const Lcp& problem, double* z, SolveContext& context) {
  return solve_newton(problem, affine::NewtonKind::fischer_burmeister, z, context);
}

SolverClaim solve_interior_point(const Lcp& problem, double* z, SolveContext& context) {
  return affine::solve_interior_point(over_orthant(problem, *context.arena), z, context);
}

}  // namespace nsds::numerics::lcp
