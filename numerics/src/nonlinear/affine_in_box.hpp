// Affine problems over boxes, which steps on other problems are made of.
#pragma once

#include <optional>
#include <span>

#include "affine/box_problem.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"
#include "nsds/numerics/matrix.h"

namespace nsds::numerics::nonlinear {

// M x + q over a box.
struct AffineInBox {
  const nsds_matrix& M;
  std::span<const double> q;
  std::span<const double> lower, upper;
};

// The context of the call for a problem within one of its steps, of n rows: nothing of it but its time and its memory.
SolveContext context_of_step(const SolveContext& context, std::size_t n);

// Runs solve(problem, context of the step), which returns a claim, on the problem in its own units. False: it is not solved.
template <class Solve>
bool solve_affine_by(const AffineInBox& given, const SolveContext& context, const Solve& solve) {
  const auto n = static_cast<std::int32_t>(given.q.size());
  const double* const q = given.q.data();
  const double* const lower = given.lower.data();
  const double* const upper = given.upper.data();
  const std::optional<affine::Problem> in_units = affine::in_its_units(
      {n, given.M, q, affine::vector_scale(q, n), 1.0}, affine::matrix_scale(given.M), {});
  if (!in_units) return false;
  const affine::BoxProblem problem{*in_units, lower, upper,
                                   affine::free_row_unit(n, q, lower, upper, in_units->s_w), n};
  const Arena::Mark mark = context.arena->mark();
  SolveContext inner = context_of_step(context, given.q.size());
  const SolverClaim claim = solve(problem, inner);
  context.arena->rewind(mark);
  return claim.status == NSDS_OK;
}

// x: (n) in: where to start, out: the solution. By the solvers of affine problems over boxes, within the time of the call.
// tolerance: of the residual of the affine problem in its own units. False: none was found.
bool solve_affine(const AffineInBox& given, double tolerance, std::span<double> x,
                  const SolveContext& context);

}  // namespace nsds::numerics::nonlinear
