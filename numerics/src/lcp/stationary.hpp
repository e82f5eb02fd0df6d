// What the sweeping methods share: the iterate with w = M z + q beside it, the best point, and when to stop.
#pragma once

#include <span>

#include "core/solve_context.hpp"
#include "lcp/problem.hpp"

namespace nsds::numerics {

class StationaryIteration {
 public:
  StationaryIteration(const LcpProblem& problem, double* z, SolveContext& context);

  std::span<double> z() { return z_; }
  std::span<double> w() { return w_; }  // kept up to date by the sweeps, up to rounding

  // w = M z + q.
  void refresh();

  // One sweep after the other until the residual is within the tolerance, a limit is reached, or nothing gets
  // better for long. z: out, the best point. sweep: changes z and w; without_w: changes z only.
  template <class Sweep>
  SolverClaim run(Sweep&& sweep, bool without_w = false) {
    begin();
    for (std::int64_t done = 0;; ++done) {
      const nsds_status limit = context_.limit(done, best_residual_);
      if (limit != NSDS_OK) return leave(limit, done);
      sweep();
      const nsds_status status = look(done + 1, without_w);
      if (status == NSDS_OK) return {NSDS_OK, done + 1};
      if (status == NSDS_STALLED) return leave(NSDS_STALLED, done + 1);
    }
  }

 private:
  void begin();
  // NSDS_OK: solved. NSDS_STALLED: no use going on. NSDS_MAX_ITERATIONS: neither.
  nsds_status look(std::int64_t sweeps, bool without_w);
  double settled_residual(std::int64_t sweeps, bool without_w);
  double residual() const;
  SolverClaim leave(nsds_status status, std::int64_t sweeps);

  const LcpProblem& problem_;
  SolveContext& context_;
  std::span<double> z_, w_, best_;
  double best_residual_ = 0.0;
  double milestone_ = 0.0;
  std::int64_t last_progress_ = 0;
};

}  // namespace nsds::numerics
