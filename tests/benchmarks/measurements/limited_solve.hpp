// Solves of studies that have a limit of CPU time and of memory.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "benchmarks/measurements/timing.hpp"
#include "nsds/numerics/status.h"

namespace nsds::bench {

// The limit of a solver is wall time, that of a study CPU time: what ran into the limit with less than that
// share of it, because other programs had the rest, is run again with as much more wall time, and stopped
// where it has had its CPU time. What saw beforehand that it would not do is not run again.
constexpr double enough_of_limit = 0.9;
constexpr int limited_attempts = 3;

// CPU time at which a solver is ended that does not heed its limit.
inline double patience(double limit) {
  return (limited_attempts + 2) * limit + 5.0;
}

// Limits the memory of this process for as long as the object lives.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    rlimit limit = before_;
    if (bytes > 0) limit.rlim_cur = std::min<rlim_t>(bytes, before_.rlim_max);
    setrlimit(RLIMIT_AS, &limit);
  }
  ~MemoryLimit() { setrlimit(RLIMIT_AS, &before_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_{};
};

// CPU seconds of a solve that had `limit` of them. Solve: has set_limit(wall, cpu), where cpu 0 stands for no limit
// of CPU time, the call operator, and status().
template <class Solve>
double solve_within(double limit, Solve& solve) {
  double wall = limit, seconds = 0.0;
  for (int attempt = 0; attempt < limited_attempts; ++attempt) {
    solve.set_limit(wall, attempt == 0 ? 0.0 : limit);
    const Stopwatch watch;
    const auto begin = std::chrono::steady_clock::now();
    solve();
    seconds = watch.seconds();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const bool ran_into_limit = solve.status() == NSDS_TIME_LIMIT && passed.count() >= enough_of_limit * wall;
    if (!ran_into_limit || seconds >= enough_of_limit * limit) break;
    wall *= limit / std::max(seconds, 0.1 * limit);
  }
  return seconds;
}

}  // namespace nsds::bench
