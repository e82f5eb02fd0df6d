// The outer loop of methods that solve a problem by a sequence of others: the best point so far, and when to end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "qvi/problem.hpp"

namespace nsds::numerics::qvi {

class OuterIteration {
 public:
  // best: (n + multipliers) in: the start, out: the best point. Both must outlive it.
  OuterIteration(QuasiInequality& problem, std::span<double> best, SolveContext& context)
      : problem_(problem), best_point_(best), context_(context) {}

  // Tells whether to end at y.
  bool ends(std::span<const double> y);
  // Counts the problems since the residual last fell by a tenth.
  int idle() const { return idle_; }

  // Gives the context of the next problem, with the tolerance that it is to be solved to.
  SolveContext inner() const;
  void add(const SolverClaim& claim) { done_ += std::max<std::int64_t>(1, claim.iterations); }

  SolverClaim stall() {
    status_ = NSDS_STALLED;
    return claim();
  }
  SolverClaim claim() const { return {status_, done_}; }

 private:
  QuasiInequality& problem_;
  std::span<double> best_point_;
  SolveContext& context_;
  nsds_status status_ = NSDS_STALLED;
  std::int64_t done_ = 0;
  int idle_ = 0;
  double residual_ = infinity, best_ = infinity, milestone_ = infinity;
};

}  // namespace nsds::numerics::qvi
