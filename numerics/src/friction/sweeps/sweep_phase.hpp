// Sweeps of Gauss-Seidel until they reach the tolerance, a limit, or a judgement that something else should
// go on. The change of r tells cheaply how far it is; the error itself is evaluated when that is small, and
// from time to time.
#pragma once

#include <algorithm>

#include "core/solve_context.hpp"
#include "friction/islands/criterion.hpp"
#include "friction/islands/progress.hpp"
#include "friction/sweeps/sweeps.hpp"

namespace nsds::numerics::friction {

template <int D>
class SweepPhase {
 public:
  SweepPhase(const Island<D>& island, Criterion<D>& criterion, Sweeps<D>& sweeps, Progress<D>& progress,
             SolveContext& context)
      : island_(island),
        criterion_(criterion),
        sweeps_(sweeps),
        progress_(progress),
        context_(context),
        r_(context.arena->template take<double>(island.vector_size())),
        threshold_(progress.tolerance) {}

  // relaxation: 1 with acceleration. give_up(sweeps, error): asked after each evaluation of the error, true
  // where the sweeps should end with NSDS_STALLED.
  template <class GiveUp>
  nsds_status run(bool accelerate, double relaxation, GiveUp&& give_up) {
    std::copy(progress_.r.begin(), progress_.r.end(), r_.begin());
    sweeps_.restart();
    for (std::int64_t sweep = 1; !progress_.is_solved(); ++sweep) {
      const nsds_status status = context_.limit(progress_.iterations, progress_.error);
      if (status != NSDS_OK) return status;
      sweeps_.rest_below(0.1 * threshold_);
      const double estimate = accelerate ? sweeps_.accelerated(r_) : sweeps_.plain(r_, relaxation);
      ++progress_.iterations;
      const bool promising = estimate <= threshold_;
      if (!promising && !is_due(sweep)) continue;
      const double error = evaluate();
      if (!progress_.is_solved() && promising) {
        const double ratio = progress_.tolerance / std::max(error, progress_.error);
        threshold_ *= std::clamp(ratio, 1e-3, 0.7);
        sweeps_.restart();
      }
      if (!progress_.is_solved() && give_up(sweep, error)) return NSDS_STALLED;
    }
    return NSDS_OK;
  }

 private:
  bool is_due(std::int64_t sweep) const {
    return island_.contacts == 1 || sweep % (sweep < 50 ? 10 : 25) == 0;
  }

  double evaluate() {
    const double error = criterion_(r_);
    progress_.keep(error, r_);
    return error;
  }

  const Island<D>& island_;
  Criterion<D>& criterion_;
  Sweeps<D>& sweeps_;
  Progress<D>& progress_;
  SolveContext& context_;
  std::span<double> r_;
  double threshold_;
};

}  // namespace nsds::numerics::friction
