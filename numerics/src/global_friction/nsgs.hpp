// Sweeps over velocities until they reach the tolerance, a limit, or a judgement that they should end.
#pragma once

#include <algorithm>
#include <cmath>

#include "friction/contact/cone.hpp"
#include "global_friction/registry.hpp"
#include "global_friction/sweeps/velocity_sweeps.hpp"

namespace nsds::numerics::global_friction {

// Blocks of M too large for sweeps: NSDS_NOT_APPLICABLE, and a sentence.
inline bool can_sweep(const Problem& problem, const Sentence& sentence) {
  if (problem.has_small_blocks()) return true;
  sentence.write(
      "sweeps need an M of small diagonal blocks, of {} rows at most; it has a connected one of {} rows; use "
      "the solver 'reduced'",
      largest_small_block, problem.blocks.largest);
  return false;
}

// give_up(sweep, error): asked after each evaluation of the error, true where the sweeps should end with
// NSDS_STALLED. The best point that was met is left in point.
template <int D, class GiveUp>
SolverClaim sweep_velocities(const Problem& problem, Point& point, double relaxation, bool accelerate,
                             std::size_t threads, SolveContext& context, GiveUp&& give_up) {
  Arena& arena = *context.arena;
  const friction::Norm norm = friction::norm(context.own);
  velocities_of(problem, point.r.data(), point.lambda.data(), point.v.data(), arena);
  VelocitySweeps<D> sweeps(problem, threads, arena);
  sweeps.start(point.r, point.lambda, point.v);
  // Shares the velocities of the point, which are those of the best reactions again in the end.
  Point trial{point.v, sweeps.reactions(), sweeps.multipliers(), {}, {}};
  const auto measure_again = [&](Point& at) {
    velocities_of(problem, at.r.data(), at.lambda.data(), at.v.data(), arena);
    measure(problem, norm, at, arena);
  };
  SolverClaim claim;
  double threshold = context.tolerance;
  // The error itself costs a few sweeps: it is evaluated when the change of r is small, and ever more seldom.
  std::int64_t due = 25;
  bool gives_up = false;
  while (point.judged.value > context.tolerance && !gives_up) {
    claim.status = context.limit(claim.iterations, point.judged.value);
    if (claim.status != NSDS_OK) break;
    const double estimate = accelerate ? sweeps.accelerated() : sweeps.plain(relaxation);
    ++claim.iterations;
    const bool promising = estimate <= threshold;
    if (!promising && claim.iterations < due) continue;
    due = claim.iterations + std::max<std::int64_t>(25, claim.iterations / 8);
    // The point is measured inside the cones, which accelerated sweeps leave.
    sweeps.pause();
    for (std::size_t c = 0; c < index(problem.contacts); ++c)
      friction::project_on_cone<D>(problem.mu[c], &trial.r[D * c], &trial.r[D * c]);
    measure_again(trial);
    if (trial.judged.value < point.judged.value) {
      std::copy(trial.r.begin(), trial.r.end(), point.r.begin());
      std::copy(trial.lambda.begin(), trial.lambda.end(), point.lambda.begin());
      point.judged = trial.judged;
    }
    if (!std::isfinite(trial.judged.value)) {  // sweeps that ran away go on from the best point
      std::copy(point.r.begin(), point.r.end(), trial.r.begin());
      std::copy(point.lambda.begin(), point.lambda.end(), trial.lambda.begin());
      velocities_of(problem, trial.r.data(), trial.lambda.data(), trial.v.data(), arena);
    } else if (promising) {
      threshold *= std::clamp(context.tolerance / trial.judged.value, 1e-3, 0.7);
    }
    sweeps.restart(trial.v);
    gives_up = point.judged.value > context.tolerance && give_up(claim.iterations, trial.judged.value);
  }
  // The velocities of the point are those of its best reactions again.
  if (gives_up) claim.status = NSDS_STALLED;
  sweeps.pause();
  measure_again(point);
  return claim;
}

}  // namespace nsds::numerics::global_friction
