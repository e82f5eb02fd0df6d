// The best point so far, and when a method has to end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/solve_context.hpp"
#include "monotone/backward.hpp"

namespace nsds::numerics::monotone {

inline constexpr std::int64_t default_max_iterations = 100000;

class Iteration {
 public:
  // result: (n), the best point at the end.
  Iteration(Backward& backward, std::span<double> result, SolveContext& context)
      : backward_(backward), result_(result), context_(context) {}

  // Tells whether to end at iteration `done`, at a point a where F is b. estimate: of its residual, which costs a resolvent and is
  // evaluated where the estimate is near the tolerance, and now and then.
  bool ends(std::span<const double> a, std::span<const double> b, double estimate, std::int64_t done) {
    done_ = done;
    const nsds_status limit = context_.limit(done, last_);
    const bool is_due = estimate <= near * context_.tolerance || done % evaluate_every == 0;
    if (is_due || limit != NSDS_OK) measure(a, b);
    if (last_ <= context_.tolerance) return end(NSDS_OK);
    if (limit != NSDS_OK) return end(limit);
    if (done - last_progress_ <= patience && std::isfinite(last_)) return false;
    stall();
    return true;
  }

  // Ends where no step was found.
  SolverClaim stall() {
    end(context_.seconds_left() <= 0.0 ? NSDS_TIME_LIMIT : NSDS_STALLED);
    return claim();
  }
  SolverClaim claim() const { return {status_, done_}; }

 private:
  static constexpr std::int64_t evaluate_every = 10;
  static constexpr std::int64_t patience = 10000;  // iterations without progress
  static constexpr double progress = 0.99;         // what counts as some
  static constexpr double near = 10.0;

  bool end(nsds_status status) {
    status_ = status;
    return true;
  }

  void measure(std::span<const double> a, std::span<const double> b) {
    last_ = backward_.residual(a, b);
    if (last_ < best_) {
      best_ = last_;
      std::copy(a.begin(), a.end(), result_.begin());
      backward_.keep();
    }
    if (best_ < progress * milestone_) {
      milestone_ = best_;
      last_progress_ = done_;
    }
  }

  Backward& backward_;
  std::span<double> result_;
  SolveContext& context_;
  nsds_status status_ = NSDS_STALLED;
  std::int64_t done_ = 0, last_progress_ = 0;
  double last_ = infinity, best_ = infinity, milestone_ = infinity;
};

}  // namespace nsds::numerics::monotone
