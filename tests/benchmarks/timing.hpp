// What a measurement is: CPU time of this thread, so that other programs disturb little.
#pragma once

#include <sys/resource.h>

#include <algorithm>
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

// The best time of one call: repetitions until `budget` seconds are spent, at least one. Calls too short for
// the clock are timed in batches.
template <class Work>
double best_seconds(double budget, Work work) {
  constexpr double shortest = 20e-6;
  const double begin = thread_seconds();
  work();
  const double first = thread_seconds() - begin;
  const int batch = first >= shortest ? 1 : static_cast<int>(shortest / std::max(first, 1e-7)) + 1;
  double best = std::max(first, 1e-9);
  while (thread_seconds() - begin < budget) {
    const double start = thread_seconds();
    for (int i = 0; i < batch; ++i) work();
    const double seconds = (thread_seconds() - start) / batch;
    if (seconds > 0.0) best = std::min(best, seconds);  // 0: the clock did not advance
  }
  return best;
}

// The same where a call needs something done before it that is not to be timed.
template <class Prepare, class Work>
double best_seconds(double budget, Prepare prepare, Work work) {
  double best = 1e300, spent = 0.0;
  do {
    prepare();
    const double start = thread_seconds();
    work();
    const double seconds = thread_seconds() - start;
    if (seconds > 0.0) best = std::min(best, seconds);
    spent += std::max(seconds, 1e-7);
  } while (spent < budget);
  return best;
}

}  // namespace nsds::bench
