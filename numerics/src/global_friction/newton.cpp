// Newton's method, projected gradients, central paths and alternating directions by turns, as 'auto' of the
// reduced class takes them, with W applied by solutions and Newton matrices factorised by velocities: W is
// never formed. For meshes and joined bodies, whose W is full.
//
// Default max_iterations: that of 'auto'.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "friction/criterion.hpp"
#include "friction/newton_lu.hpp"
#include "friction/progress.hpp"
#include "friction/sweep_phase.hpp"
#include "friction/turns.hpp"
#include "global_friction/by_velocities.hpp"
#include "global_friction/large_mass.hpp"
#include "global_friction/node_system.hpp"
#include "global_friction/registry.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics {
namespace {

constexpr double newton_steps = 6.0;         // that a solve is expected to take, and K
constexpr std::int32_t least_contacts = 20;  // below, sweeps on W are done before

// All contacts as one island without blocks.
template <int D>
Island<D> whole_island(const GlobalProblem& problem, const NodeSystem& system, Arena& arena) {
  const std::size_t contacts = index(problem.contacts);
  Island<D> island;
  island.contacts = contacts;
  island.starts = arena.take<std::int32_t>(contacts + 1, 0);
  island.mu = {problem.mu, contacts};
  const auto original = arena.take<std::int32_t>(contacts);
  std::iota(original.begin(), original.end(), 0);
  island.original = original;
  island.colours = arena.take<std::int32_t>(contacts, 0);
  island.s_r = problem.scales.s_r;
  island.s_w = problem.scales.s_u;
  island.velocities = &system.velocities();
  island.response = &system;
  const auto weights = arena.take<double>(contacts);
  system.find_weights(weights);
  island.weights = weights;
  return island;
}

// u = H' v + b of the bodies without contacts, in units of s_u: (pad x contacts). Returns its norm in the
// caller's.
template <int D>
double free_contact_velocities(const GlobalProblem& problem, const NodeSystem& system, std::span<double> q,
                               Arena& arena) {
  const auto v = arena.take<double>(index(problem.velocities));
  const auto lambda = arena.take<double>(index(problem.constraints));
  const auto u = arena.take<double>(problem.reactions());
  std::copy_n(problem.q, v.size(), v.begin());
  std::copy_n(problem.d, lambda.size(), lambda.begin());
  system.solve(v, lambda);
  contact_velocities(problem, v.data(), u.data(), arena);
  double square = 0.0;
  for (std::size_t c = 0; c < index(problem.contacts); ++c)
    for (std::size_t k = 0; k < D; ++k) {
      const double value = u[D * c + k] / problem.scales.s_u;
      q[pad<D> * c + k] = value;
      square += value * value;
    }
  return problem.scales.s_u * std::sqrt(square);
}

// v and lambda of the reactions.
void recover(const GlobalProblem& problem, const NodeSystem& system, GlobalPoint& point) {
  std::copy_n(problem.q, point.v.size(), point.v.begin());
  add_product(problem.H, 1.0, point.r.data(), point.v.data());
  std::copy_n(problem.d, point.lambda.size(), point.lambda.begin());
  system.solve(point.v, point.lambda);
}

template <int D>
SolverClaim solve(const GlobalProblem& problem, const NodeSystem& system, GlobalPoint& point,
                  SolveContext& context) {
  Arena& arena = *context.arena;
  const FrictionNorm norm = friction_norm(context.own);
  Island<D> island = whole_island<D>(problem, system, arena);
  const auto q = arena.take<double>(island.vector_size(), 0.0);
  const double q_norm = free_contact_velocities<D>(problem, system, q, arena);
  island.q = q;
  NewtonLu<D> lu(island, arena);
  GlobalPoint next = take_point(problem, arena);
  std::copy(point.r.begin(), point.r.end(), next.r.begin());
  const double tolerance = context.tolerance;
  SolverClaim claim;
  // What rounding on the way back, or another norm, takes away is asked for in advance the next time.
  for (int attempt = 0; attempt < 4; ++attempt) {
    const Arena::Mark mark = arena.mark();
    Criterion<D> criterion(island, norm, q_norm, 1.0, arena);
    Progress<D> progress(island, criterion, context.tolerance, claim.iterations, arena);
    gather<D>(island, next.r.data(), progress.r);
    progress.error = criterion(progress.r);
    if (!progress.is_solved()) {
      Sweeps<D> sweeps(island, criterion, 0, arena);
      SweepPhase<D> phase(island, criterion, sweeps, progress, context);
      claim.status = take_turns<D>(island, criterion, sweeps, phase, lu, progress, context);
      if (claim.status != NSDS_OK) progress.finish();
    }
    claim.iterations = progress.iterations;
    scatter<D>(island, progress.r, next.r.data());
    arena.rewind(mark);
    recover(problem, system, next);
    measure(problem, norm, next, arena);
    if (next.judged.value < point.judged.value) copy_point(next, point);
    if (next.judged.value <= tolerance || claim.status != NSDS_OK) break;
    context.tolerance *= std::clamp(0.5 * tolerance / next.judged.value, 1e-3, 0.5);
  }
  context.tolerance = tolerance;
  return claim;
}

// Seconds that W takes, full, with Newton's method on it.
double seconds_with_W(const GlobalProblem& problem, const NodeSystem& system) {
  constexpr double in_solves = 1.5e9, in_factors = 1.5e10;  // operations a second
  const auto count = static_cast<double>(problem.reactions());
  const double solves = 4.0 * node_size * node_size * static_cast<double>(system.factor_blocks()) * count;
  return solves / in_solves + newton_steps * 2.0 / 3.0 * count * count * count / in_factors;
}

enum class Asked : bool { always, if_cheaper };

SolverClaim solve(const GlobalProblem& problem, GlobalPoint& point, Asked asked, SolveContext& context) {
  Arena& arena = *context.arena;
  const auto is_cheaper = [&](const NodeSystem& system) {
    return newton_steps * system.seconds() < seconds_with_W(problem, system);
  };
  const auto run = [&](const NodeSystem& system) {
    return problem.dimension == 2 ? solve<2>(problem, system, point, context)
                                  : solve<3>(problem, system, point, context);
  };
  SolverClaim claim;
  claim.status = NSDS_NOT_APPLICABLE;
  if (problem.constraints == 0 && problem.mass != nullptr && problem.mass->nodes() != nullptr) {
    const NodeSystem& system = *problem.mass->nodes();
    return asked == Asked::always || is_cheaper(system) ? run(system) : claim;
  }
  if (!NodeSystem::takes(problem)) {
    context.sentence.write("solver 'newton' needs an M with a positive diagonal; use 'reduced'.");
    return claim;
  }
  NodeSystem system(problem, NodeSystem::Rows::kept, arena);
  if (!system.fits()) {
    context.sentence.write("solver 'newton' would need factors of more than {} blocks; try solver 'admm'.",
                           most_factor_blocks);
    return claim;
  }
  if (asked == Asked::if_cheaper && !is_cheaper(system)) return claim;
  if (!system.factorise() || !system.is_regular()) {
    context.sentence.write("M with the bilateral rows G is singular to working precision.");
    claim.status = NSDS_SINGULAR;
    return claim;
  }
  return run(system);
}

}  // namespace

SolverClaim solve_global_newton(const GlobalProblem& problem, GlobalPoint& point, SolveContext& context) {
  return solve(problem, point, Asked::always, context);
}

SolverClaim solve_by_velocities_if_cheaper(const GlobalProblem& problem, GlobalPoint& point,
                                           SolveContext& context) {
  const bool is_full = problem.constraints > 0 || !problem.has_small_blocks();
  if (!is_full || problem.contacts < least_contacts) return {NSDS_NOT_APPLICABLE, 0};
  return solve(problem, point, Asked::if_cheaper, context);
}

}  // namespace nsds::numerics
