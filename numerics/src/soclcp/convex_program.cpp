// Where M is symmetric the problem is min 1/2 z'M z + q'z over z in K.
#include <algorithm>

#include "convex_qp/registry.hpp"
#include "linalg/symmetry.hpp"
#include "soclcp/registry.hpp"

namespace nsds::numerics::soclcp {
namespace {

// A cone is the same in all units.
int project_onto_cones(void* user, const double* x, double* projection) {
  vi::ConvexSet& set = *static_cast<vi::ConvexSet*>(user);
  const auto n = static_cast<std::size_t>(set.size());
  set.project({x, n}, {projection, n});
  return 0;
}

// Where M is not positive semidefinite iterates may run away, until no cone has a projection of them that is a number.
SolverClaim solve_program(const convex_qp::ConvexQp& program, convex_qp::Point point,
                          const SolveContext& context) {
  SolveContext inner = context;  // the solver that is named in the end is one of this table
  try {
    return convex_qp::solve_auto(program, point, inner);
  } catch (const convex_qp::ProjectorFailed&) {
    return {NSDS_STALLED, 0};
  }
}

}  // namespace

SolverClaim solve_convex_program(AffineInequality& problem, std::span<double> a, SolveContext& context) {
  Arena& arena = *context.arena;
  const nsds_soclcp& given = problem.given();
  const nonlinear::ScalarUnits& units = problem.units();
  if (!check_symmetry("problem.M", *given.M, arena, context.sentence)) return {NSDS_NOT_APPLICABLE, 0};
  const convex_qp::ConvexQp program{
      given.size,
      given.size,
      *given.M,
      given.q,
      nullptr,
      nullptr,
      {given.size, nullptr, nullptr, project_onto_cones, &problem.inequality().set()},
      units.z,
      units.w,
      units.z,
      units.w};
  const std::span<double> z = arena.take<double>(a.size());
  const std::span<double> xi = arena.take<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) z[i] = problem.inequality().F().given(i, a[i]);
  convex_qp::gradient(program, z.data(), xi.data());
  const SolverClaim claim = solve_program(program, {z, xi}, context);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = z[i] / problem.inequality().F().units().of_z(i);
  return {claim.status, claim.iterations};
}

}  // namespace nsds::numerics::soclcp
