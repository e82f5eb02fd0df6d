// What a measurement is: CPU time of this thread, so that other programs disturb little.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace nsds::bench {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline long largest_memory_kb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// Time from its construction on: the CPU time of this thread, or wall time where that is less. The CPU clock
// is a system call that takes as long as a short solve does; the wall clock is read inside of it, for next to
// nothing, and says more only where another program ran in between.
class Stopwatch {
 public:
  Stopwatch() : cpu_(thread_seconds()), wall_(std::chrono::steady_clock::now()) {}

  double seconds() const {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - wall_;
    return std::min(wall.count(), thread_seconds() - cpu_);
  }

 private:
  double cpu_;
  std::chrono::steady_clock::time_point wall_;
};

// How often a call is measured: until `budget` seconds are spent, at least once; or `count` times, if that is
// not 0, so that instructions can be counted.
struct Repetitions {
  Repetitions(double seconds, int fixed = 0) : budget(seconds), count(fixed) {}

  double budget;
  int count;
};

// The best time of one call. What a call needs done before it is not timed.
template <class Prepare, class Work>
double best_seconds(const Repetitions& repetitions, Prepare prepare, Work work) {
  double best = 1e300, spent = 0.0;
  int done = 0;
  do {
    prepare();
    const Stopwatch watch;
    work();
    const double seconds = watch.seconds();
    if (seconds > 0.0) best = std::min(best, seconds);  // 0: the clock did not advance
    spent += std::max(seconds, 1e-7);
    ++done;
  } while (repetitions.count > 0 ? done < repetitions.count : spent < repetitions.budget);
  return best;
}

template <class Work>
double best_seconds(const Repetitions& repetitions, Work work) {
  return best_seconds(
      repetitions, [] {}, work);
}

}  // namespace nsds::bench
