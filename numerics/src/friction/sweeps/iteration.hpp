// The loop around methods of first order on an island: the error of the point they are at is evaluated now
// and then, the best point kept, the limits asked before every step.
#pragma once

#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/progress.hpp"

namespace nsds::numerics::friction {

struct IterationPace {
  std::int64_t evaluate_every = 10;  // steps
  std::int64_t patience = 20000;     // steps in which the error has to halve once
};

// r: the point the method is at, in the cones. advance(): one step, NSDS_OK or why the method ends.
// NSDS_OK once progress.is_solved().
template <int D, class Advance>
nsds_status iterate(Criterion<D>& criterion, Progress<D>& progress, SolveContext& context,
                    const IterationPace& pace, std::span<const double> r, Advance&& advance) {
  double halved = progress.error;
  std::int64_t idle = 0;
  for (std::int64_t step = 1; !progress.is_solved(); ++step) {
    nsds_status status = context.limit(progress.iterations, progress.error);
    if (status == NSDS_OK) status = advance();
    if (status != NSDS_OK) return status;
    ++progress.iterations;
    ++idle;
    // The last step allowed is looked at, whatever the pace.
    if (step % pace.evaluate_every != 0 && progress.iterations < context.max_iterations) continue;
    progress.keep(criterion(r), r);
    if (progress.error < 0.5 * halved) {
      halved = progress.error;
      idle = 0;
    }
    if (idle > pace.patience) return NSDS_STALLED;
  }
  return NSDS_OK;
}

}  // namespace nsds::numerics::friction
