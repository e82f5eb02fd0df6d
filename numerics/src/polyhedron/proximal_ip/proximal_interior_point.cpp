// A proximal interior point method for convex quadratic programs: presolve, units, the iteration of interior.hpp, and a
// clean-up on the active set. Bounds that are far away are tried without: people write 1e20 where there is none, and the
// complementarity of such a bound drowns all others.
//
// Default max_iterations: 250 factorisations.
#include <algorithm>

#include "polyhedron/proximal_ip/equilibration.hpp"
#include "polyhedron/proximal_ip/iteration.hpp"
#include "polyhedron/proximal_ip/presolve/presolve.hpp"
#include "polyhedron/proximal_ip/proofs.hpp"
#include "polyhedron/registry.hpp"

namespace nsds::numerics::polyhedron {
namespace proximal {
namespace {

constexpr double far_away = 1e12;  // in the unit of the unknowns

double residual_at(const box::Problem& kkt, std::span<const double> x, Arena& arena) {
  const std::span<double> w = arena.take<double>(x.size()), magnitude = arena.take<double>(x.size());
  return affine::box_residual(kkt, x.data(), w.data(), magnitude.data()).value;
}

// Solves what the presolve has left. x: (n + m) out.
SolverClaim solve_reduced(const box::Problem& kkt, Presolve& presolve, std::span<double> x,
                          SolveContext& context) {
  Arena& arena = *context.arena;
  Program& program = presolve.program();
  const Equilibration units = equilibrate(program, arena);
  const Proofs proofs(kkt, presolve, units, context);
  Iteration iteration(program, proofs, context);
  const std::span<double> reduced_x = arena.take<double>(program.n);
  const std::span<double> reduced_y = arena.take<double>(program.m);

  // A start that has multipliers comes from somewhere, else the iteration knows a better one.
  nsds_status status = NSDS_STALLED;
  const std::span<const double> multipliers = x.subspan(index(kkt.primal));
  const bool warm = std::any_of(multipliers.begin(), multipliers.end(), [](double y) { return y != 0.0; });
  if (warm && context.limit(0, no_estimate) == NSDS_OK) {
    presolve.reduce(x, reduced_x, reduced_y);
    for (std::size_t j = 0; j < reduced_x.size(); ++j) reduced_x[j] /= units.unknown[j];
    for (std::size_t i = 0; i < reduced_y.size(); ++i) reduced_y[i] *= units.cost / units.row[i];
    if (iteration.solves_from(reduced_x, reduced_y)) status = NSDS_OK;
  }
  if (status != NSDS_OK) status = iteration.run();

  // Back into the units and the rows of the caller.
  for (std::size_t j = 0; j < program.n; ++j) reduced_x[j] = iteration.x()[j] * units.unknown[j];
  for (std::size_t i = 0; i < program.m; ++i) reduced_y[i] = iteration.y()[i] * units.row[i] / units.cost;
  presolve.recover(reduced_x, reduced_y, x);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] = affine::project(kkt, static_cast<std::int32_t>(k), x[k]);
  if (context.certified != Proof::none) return {NSDS_INFEASIBLE, iteration.done()};
  const bool solved = residual_at(kkt, x, arena) <= context.tolerance;
  return {solved ? NSDS_OK : status == NSDS_OK ? NSDS_STALLED : status, iteration.done()};
}

SolverClaim solve_program(const box::Problem& kkt, const Program& given, std::span<double> x,
                          SolveContext& context) {
  Presolve presolve(given, *context.arena);
  switch (presolve.run(context.certificate)) {
    case Presolve::Verdict::reduced:
      return solve_reduced(kkt, presolve, x, context);
    case Presolve::Verdict::contradiction:
      if (certificate_is_empty_proof(kkt, context)) return {NSDS_INFEASIBLE, 0};
      break;
    case Presolve::Verdict::falls:
      if (certificate_is_unbounded_proof(kkt, context)) return {NSDS_INFEASIBLE, 0};
      break;
  }
  // What cannot be proved is left to the iteration.
  Presolve identity(given, *context.arena);
  identity.keep_all();
  return solve_reduced(kkt, identity, x, context);
}

// Tells whether there were any. Bounds that exclude zero are data, however far they are.
bool leave_out_far_bounds(Program& program) {
  bool any = false;
  const auto leave_out = [&](double& bound, double none) {
    bound = none;
    any = true;
  };
  for (std::size_t j = 0; j < program.n; ++j) {
    double &lower = program.lower[j], &upper = program.upper[j];
    if (lower < -far_away && lower > -infinity) leave_out(lower, -infinity);
    if (upper > far_away && upper < infinity) leave_out(upper, infinity);
  }
  return any;
}

// The residual and the proofs know all bounds. What is neither solved nor proved without those far away, which may be what
// holds the solution, is solved again with them, from the same start; the better point is left.
SolverClaim solve(const box::Problem& kkt, std::span<double> x, SolveContext& context) {
  Arena& arena = *context.arena;
  Program program = read_program(kkt, arena);
  if (!leave_out_far_bounds(program)) return solve_program(kkt, program, x, context);
  const std::span<double> start = arena.take<double>(x.size());
  std::copy(x.begin(), x.end(), start.begin());
  const SolverClaim first = solve_program(kkt, program, x, context);
  if (first.status != NSDS_STALLED) return first;
  const std::span<double> without = arena.take<double>(x.size());
  std::copy(x.begin(), x.end(), without.begin());
  std::copy(start.begin(), start.end(), x.begin());
  context.done_before += first.iterations;
  SolverClaim claim = solve_program(kkt, read_program(kkt, arena), x, context);
  context.done_before -= first.iterations;
  claim.iterations += first.iterations;
  if (context.certified == Proof::none && residual_at(kkt, without, arena) < residual_at(kkt, x, arena))
    std::copy(without.begin(), without.end(), x.begin());
  return claim;
}

}  // namespace
}  // namespace proximal

SolverClaim solve_proximal_interior_point(const box::Problem& kkt, double* x, SolveContext& context) {
  return proximal::solve(kkt, {x, index(kkt.map.n)}, context);
}

}  // namespace nsds::numerics::polyhedron
