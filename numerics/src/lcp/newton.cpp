// Semismooth Newton methods: box/newton.cpp over the orthant, ended by the basic solution of the support.
//
// Default max_iterations: 1000 + n factorisations.
#include "affine/newton.hpp"

#include "core/numbers.hpp"
#include "lcp/polish.hpp"
#include "lcp/registry.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::lcp {
namespace {

SolverClaim solve_over_orthant(const Lcp& problem, affine::NewtonKind kind, double* z,
                               SolveContext& context) {
  const std::size_t n = index(problem.n);
  const auto lower = context.arena->take<double>(n, 0.0);
  const auto upper = context.arena->take<double>(n, infinity);
  const affine::BoxProblem box{problem, lower.data(), upper.data(), problem.s_w, problem.n};
  const SolverClaim claim = affine::solve_newton(box, kind, z, context);
  constexpr std::int32_t largest_polish = 1000;  // a dense factor
  if (claim.status == NSDS_STALLED && problem.n <= largest_polish) polish(problem, z, *context.arena);
  return claim;
}

}  // namespace

SolverClaim solve_newton_min(const Lcp& problem, double* z, SolveContext& context) {
  return solve_over_orthant(problem, affine::NewtonKind::minimum, z, context);
}

SolverClaim solve_newton_fb(const Lcp& problem, double* z, SolveContext& context) {
  return solve_over_orthant(problem, affine::NewtonKind::fischer_burmeister, z, context);
}

}  // namespace nsds::numerics::lcp
