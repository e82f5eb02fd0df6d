// Whether a method that converges linearly gets to the tolerance in the iterations that it has.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/solve_context.hpp"

namespace nsds::numerics::monotone {

// Compares the least residuals of one window of iterations and the next. The rate of a method is not that of its first windows, so
// it falls short only where it would take twice the iterations that are left. Between the factors 1 and 4 nothing changed on
// the suite by formula.
class Forecast {
 public:
  explicit Forecast(const SolveContext& context)
      : context_(context), window_(std::max<std::int64_t>(shortest_window, left(0) / windows)) {}

  // estimate: of the residual after `done` iterations.
  bool falls_short(double estimate, std::int64_t done) {
    least_ = std::min(least_, estimate);
    if (done < next_ + window_) return false;
    next_ = done;
    const double before = std::exchange(before_, least_);
    if (before == infinity) return false;
    const double needed = static_cast<double>(window_) * std::log(least_ / context_.tolerance);
    return needed > slack * static_cast<double>(left(done)) * std::log(before / least_);
  }

 private:
  static constexpr std::int64_t shortest_window = 10, windows = 15;
  static constexpr double slack = 2.0;

  std::int64_t left(std::int64_t done) const { return context_.max_iterations - context_.done_before - done; }

  const SolveContext& context_;
  std::int64_t window_, next_ = 0;
  double least_ = infinity, before_ = infinity;
};

}  // namespace nsds::numerics::monotone
