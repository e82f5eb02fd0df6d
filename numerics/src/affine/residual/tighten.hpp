// Asks a solver for more where the residual of the call is not content with what it has left.
#pragma once

#include <algorithm>
#include <span>

#include "affine/box_problem.hpp"
#include "affine/residual/close_gap.hpp"
#include "affine/residual/row_residual.hpp"
#include "core/solve_context.hpp"
#include "linalg/entries.hpp"

namespace nsds::numerics::affine {

inline constexpr int most_attempts = 4;
inline constexpr int most_in_other_units = 3;
inline constexpr double with_absolute =
    1e-8;  // the first tolerance at most, where absolute ones are asked for too
inline constexpr double next_tolerance = 1e-3;  // in that of the attempt before

// Most solvers judge themselves by the natural map of the problem that they are given, which may be coarser than the
// residual of the call: they are then asked for more, from the point that they have left. once(): one attempt.
template <class Once>
SolverClaim tighten(const BoxProblem& problem, double* z, SolveContext& context, Once&& once) {
  Arena& arena = *context.arena;
  const std::span<double> w = arena.take<double>(index(problem.map.n));
  const std::span<double> magnitude = arena.take<double>(w.size());
  const std::span<double> best = arena.take<double>(w.size());
  double least = infinity;
  const double tolerance = context.tolerance;
  // What the rows of a large problem allow says little of an absolute gap, and a run that is cut short leaves a bad start.
  const bool is_absolute = problem.rows != nullptr && problem.rows->absolute > 0.0;
  if (is_absolute) context.tolerance = std::min(tolerance, with_absolute);
  const int most = problem.rows == nullptr ? most_in_other_units : most_attempts;
  SolverClaim claim{NSDS_OK, 0};
  for (int attempt = 0; attempt < most && claim.status == NSDS_OK; ++attempt) {
    const Arena::Mark mark = arena.mark();
    const std::int64_t before = claim.iterations;
    context.done_before += before;
    claim = once();
    context.done_before -= before;
    claim.iterations += before;
    arena.rewind(mark);
    // A change of units may round a z across its bound.
    for (std::size_t i = 0; i < w.size(); ++i) z[i] = project(problem, static_cast<std::int32_t>(i), z[i]);
    // An attempt that ends early may leave a point that is worse than that of the one before.
    const auto keep_better = [&] {
      const double residual = box_residual(problem, z, w.data(), magnitude.data()).value;
      if (!(residual < least)) return;
      least = residual;
      std::copy_n(z, best.size(), best.begin());
    };
    keep_better();
    if (is_absolute && least > tolerance && least < infinity) {
      std::copy(best.begin(), best.end(), z);
      if (close_gap(problem, z, tolerance / problem.rows->absolute, arena)) keep_better();
      std::copy(best.begin(), best.end(), z);
    }
    if (least <= tolerance) break;
    context.tolerance *= next_tolerance;
  }
  if (least < infinity) std::copy(best.begin(), best.end(), z);
  claim.verified = least <= tolerance;
  context.tolerance = tolerance;
  return claim;
}

}  // namespace nsds::numerics::affine
