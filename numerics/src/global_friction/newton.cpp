// Newton's method, projected gradients, central paths and alternating directions by turns, as 'auto' of the
// reduced class takes them, with W applied by solutions and Newton matrices factorised by velocities: W is
// never formed. For meshes and joined bodies, whose W is full. Where bodies have many contacts 'auto' takes
// the first chain of Newton's steps alone.
//
// Default max_iterations: that of 'auto'.
#include "global_friction/newton.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "friction/by_islands.hpp"
#include "friction/factors/newton_lu.hpp"
#include "friction/proximal_newton.hpp"
#include "friction/turns.hpp"
#include "global_friction/attempts.hpp"
#include "global_friction/mass/large_mass.hpp"
#include "global_friction/mass/node_response.hpp"
#include "linalg/factors/bounded_factorization.hpp"
#include "linalg/linalg.hpp"

namespace nsds::numerics::global_friction {

using friction::Island;

namespace {

// A solve takes so many factorisations, that of K among them: expected, and at least.
constexpr double factorisations = 6.0, least_factorisations = 3.0;
constexpr std::int32_t least_contacts = 20;  // of fewer, W is formed sooner
// Contacts are redundant where they have more than so many reactions for each velocity. With 1.9, which takes
// in stacks of cubes and arches, 32 of 302 solves took more than twice as long, with this 3 of 156 did.
constexpr double redundant = 3.5;

// Computes v and lambda from the reactions.
void find_velocities(const Problem& problem, const NodeSystem& system, Point& point) {
  std::copy_n(problem.q, point.v.size(), point.v.begin());
  add_product(problem.H, 1.0, point.r.data(), point.v.data());
  std::copy_n(problem.d, point.lambda.size(), point.lambda.begin());
  system.solve(point.v, point.lambda);
}

// Computes u = Hᵀ v + b with no contact forces, in units of s_u: (pad x contacts).
template <int D>
std::span<const double> free_velocities_of_contacts(const Problem& problem, const NodeSystem& system,
                                                    Arena& arena) {
  const auto q = arena.take<double>(friction::pad<D> * index(problem.contacts), 0.0);
  const Arena::Mark mark = arena.mark();
  Point free = take_point(problem, arena);
  std::fill(free.r.begin(), free.r.end(), 0.0);
  find_velocities(problem, system, free);
  const auto u = arena.take<double>(problem.reactions());
  contact_velocities(problem, free.v.data(), u.data(), arena);
  for (std::size_t c = 0; c < index(problem.contacts); ++c)
    for (std::size_t k = 0; k < D; ++k) q[friction::pad<D> * c + k] = u[D * c + k] / problem.scales.s_u;
  arena.rewind(mark);
  return q;
}

// Makes all contacts one island with no blocks.
template <int D>
Island<D> whole_island(const Problem& problem, const NodeSystem& system, const NodeResponse& response,
                       Arena& arena) {
  const std::size_t contacts = index(problem.contacts);
  Island<D> island;
  island.contacts = contacts;
  island.mu = {problem.mu, contacts};
  const auto original = arena.take<std::int32_t>(contacts);
  std::iota(original.begin(), original.end(), 0);
  island.original = original;
  island.s_r = problem.scales.s_r;
  island.s_w = problem.scales.s_u;
  island.velocities = &response.velocities();
  island.response = &response;
  const auto weights = arena.take<double>(contacts);
  response.find_weights(weights);
  island.weights = weights;
  island.q = free_velocities_of_contacts<D>(problem, system, arena);
  return island;
}

enum class Share : bool { turns, until_rejected };

template <int D>
SolverClaim solve_on(const NodeSystem& system, const Problem& problem, Point& point, Share share,
                     SolveContext& context) {
  Arena& arena = *context.arena;
  const NodeResponse response(problem, system, arena);
  const Island<D> island = whole_island<D>(problem, system, response, arena);
  const double q_norm = problem.scales.s_u * std::sqrt(dot(island.q, island.q));
  friction::NewtonLu<D> lu(island, arena);
  return solve_in_attempts(problem, point, context, [&](Point& next) -> SolverClaim {
    const friction::IslandOutcome outcome = friction::solve_island<D>(
        island, q_norm, 1.0, 0, next.r.data(), context,
        [&](const Island<D>&, friction::Criterion<D>& criterion, friction::Progress<D>& progress) {
          friction::Sweeps<D> sweeps(island, criterion, 0, arena);
          if (share == Share::until_rejected) {
            friction::ProximalNewton<D> newton(island, criterion, sweeps, lu,
                                               friction::Formulation::alart_curnier, 1e-3, arena);
            return newton.run(progress, context, {.rejections = 0});
          }
          friction::SweepPhase<D> phase(island, criterion, sweeps, progress, context);
          return friction::take_turns<D>(island, criterion, sweeps, phase, lu, progress, context);
        });
    find_velocities(problem, system, next);
    return {outcome.status, outcome.iterations};
  });
}

// Estimates the seconds that W takes, dense, with Newton's method on it.
double seconds_with_W(const Problem& problem, const NodeSystem& system) {
  constexpr double in_solves = 1.5e9, in_factors = 1.5e10;  // operations a second
  constexpr double newton_steps = 6.0;
  const auto count = static_cast<double>(problem.reactions());
  const double solves =
      4.0 * friction::node_size * friction::node_size * static_cast<double>(system.factor_blocks()) * count;
  return solves / in_solves + newton_steps * 2.0 / 3.0 * count * count * count / in_factors;
}

enum class Asked : bool { always, if_cheaper };

SolverClaim solve_by_velocities(const Problem& problem, Point& point, Asked asked, Share share,
                                SolveContext& context) {
  // A large M has factors by nodes already, which serve where there are no bilateral rows. Else a system of
  // its own is ordered and analysed.
  const bool is_mass = problem.constraints == 0 && problem.mass != nullptr;
  const NodeSystem* system = is_mass ? problem.mass->nodes() : nullptr;
  if (is_mass && system == nullptr) {
    context.sentence.write("solver 'newton' needs an M that has factors without pivots; use 'reduced'.");
    return {NSDS_NOT_APPLICABLE, 0};
  }
  std::optional<NodeSystem> own;
  if (system == nullptr) {
    if (!NodeSystem::takes(problem)) {
      context.sentence.write("solver 'newton' needs an M with a positive diagonal; use 'reduced'.");
      return {NSDS_NOT_APPLICABLE, 0};
    }
    system = &own.emplace(problem, NodeSystem::Rows::kept, *context.arena);
    if (!system->fits()) {
      context.sentence.write("solver 'newton' would need factors of more than {} blocks; try solver 'admm'.",
                             friction::most_factor_blocks);
      return {NSDS_NOT_APPLICABLE, 0};
    }
  }
  // The analysis tells the time of a factorisation, before any is made.
  if (asked == Asked::if_cheaper && factorisations * system->seconds() > seconds_with_W(problem, *system))
    return {NSDS_NOT_APPLICABLE, 0};
  const Deadline deadline{context.begin, context.time_limit};
  const double least = least_factorisations * system->seconds();
  if (least > std::max(deadline.seconds_left(), least_seconds)) {
    context.sentence.write("the time limit leaves no time for factorisations by velocities");
    return {NSDS_TIME_LIMIT, 0};
  }
  // The factorisation of K may show that it needs pivots beside the diagonal.
  if (own && own->factorise(deadline) != NSDS_OK) {
    context.sentence.write(
        "solver 'newton' needs an M that has factors without pivots, and bilateral rows that do not nearly "
        "depend on each other; use 'reduced'.");
    return {NSDS_NOT_APPLICABLE, 0};
  }
  SolverClaim claim = problem.dimension == 2 ? solve_on<2>(*system, problem, point, share, context)
                                             : solve_on<3>(*system, problem, point, share, context);
  // Where the velocities of the method say that a point is a solution and those of the residual do not,
  // others may do better.
  if (claim.status == NSDS_OK && !(point.judged.value <= context.tolerance)) claim.status = NSDS_STALLED;
  return claim;
}

}  // namespace

SolverClaim solve_newton(const Problem& problem, Point& point, SolveContext& context) {
  return solve_by_velocities(problem, point, Asked::always, Share::turns, context);
}

SolverClaim solve_by_velocities_if_cheaper(const Problem& problem, Point& point, SolveContext& context) {
  const bool is_dense = problem.constraints > 0 || !problem.has_small_blocks();
  if (!is_dense || problem.contacts < least_contacts) return {NSDS_NOT_APPLICABLE, 0};
  return solve_by_velocities(problem, point, Asked::if_cheaper, Share::turns, context);
}

SolverClaim try_newton_if_redundant(const Problem& problem, Point& point, SolveContext& context) {
  const bool has_rigid_bodies = problem.constraints == 0 && problem.has_small_blocks();
  const bool is_redundant =
      static_cast<double>(problem.reactions()) > redundant * static_cast<double>(problem.velocities);
  if (!has_rigid_bodies || !is_redundant || problem.contacts < least_contacts)
    return {NSDS_NOT_APPLICABLE, 0};
  return solve_by_velocities(problem, point, Asked::always, Share::until_rejected, context);
}

}  // namespace nsds::numerics::global_friction
