// The conditions of the problem itself, by Newton's methods.
#include <algorithm>

#include "qvi/newton_on_conditions.hpp"
#include "qvi/registry.hpp"

namespace nsds::numerics::qvi {
namespace {

// The conditions are solved to this part of the tolerance where K moves: p and z - c(z) differ by as much as they are wrong, and
// the residual of the class sees that in every row. Newton's last step leaves far less.
constexpr double margin = 0.1;

}  // namespace

SolverClaim solve_kkt_newton(QuasiInequality& problem, std::span<double> y, SolveContext& context) {
  Conditions& conditions = problem.conditions();
  if (!takes_newton(conditions, context)) return {NSDS_NOT_APPLICABLE, 0};
  const std::span<double> x = context.arena->take<double>(problem.inequality().unknowns());
  if (!problem.place(y, x)) return {NSDS_STALLED, 0};
  const double tolerance = (conditions.blocks().free > 0 ? margin : 1.0) * context.tolerance;
  SolverClaim claim = solve_newton_on(conditions, x, tolerance, context);
  const std::span<double> solved = problem.y_of(x);
  std::copy(solved.begin(), solved.end(), y.begin());
  claim.verified = false;
  return claim;
}

}  // namespace nsds::numerics::qvi
