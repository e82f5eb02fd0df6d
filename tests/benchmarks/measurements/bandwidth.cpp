// Reference: McCalpin 1995, Memory bandwidth and machine balance in current high performance computers.
#include "benchmarks/measurements/bandwidth.hpp"

#include <algorithm>
#include <barrier>
#include <chrono>
#include <cstddef>
#include <memory>
#include <thread>
#include <vector>

#include "benchmarks/measurements/timing.hpp"

namespace nsds::bench {
namespace {

using Clock = std::chrono::steady_clock;

void triad(double* a, const double* b, const double* c, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) a[i] = b[i] + 3.0 * c[i];
}

}  // namespace

double triad_bandwidth(int threads, int megabytes, int repetitions) {
  const auto count = static_cast<std::size_t>(megabytes) * 1000000 / sizeof(double);
  const auto parts = static_cast<std::size_t>(threads);
  const auto make = [&] { return std::unique_ptr<double[]>(new double[count]); };  // touched by its thread
  const auto a = make(), b = make(), c = make();
  double best = 1e300;
  Clock::time_point begin;
  Stopwatch watch;
  std::barrier step(threads);
  const auto work = [&](std::size_t part) {
    const std::size_t first = count * part / parts, size = count * (part + 1) / parts - first;
    std::fill_n(&a[first], size, 0.0);
    std::fill_n(&b[first], size, 1.0);
    std::fill_n(&c[first], size, 2.0);
    for (int repetition = 0; repetition < repetitions; ++repetition) {
      step.arrive_and_wait();
      if (part == 0) {
        begin = Clock::now();
        watch = Stopwatch();
      }
      step.arrive_and_wait();
      triad(&a[first], &b[first], &c[first], size);
      step.arrive_and_wait();
      const std::chrono::duration<double> wall = Clock::now() - begin;
      if (part == 0) best = std::min(best, parts == 1 ? watch.seconds() : wall.count());
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t part = 1; part < parts; ++part) others.emplace_back(work, part);
    work(0);
  }
  return 3.0 * sizeof(double) * static_cast<double>(count) / best;
}

}  // namespace nsds::bench
