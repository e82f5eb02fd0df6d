// Boundary values over 1e5 intervals with four states: time, memory and residual.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdio>

#include "kernel/theory/boundary_values/double_integrator.hpp"

namespace nsds::large_meshes_test {
namespace {

using test::DoubleIntegrator;

/// Processor time of this process [s]: the machine may be busy with others.
double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The most memory that this process has held so far [MiB].
double peakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

TEST(LargeMeshes, TakeTimeAndMemoryInProportion) {
  const DoubleIntegrator exact;
  const double base = peakMemory();
  double memory[2], seconds[2];
  const Index intervals[2] = {25'000, 100'000};
  for (int i = 0; i < 2; ++i) {
    const double start = cpuSeconds();
    const BoundaryValueSolution found =
        solveBoundaryValues(exact.problem(), DoubleIntegrator::options(intervals[i]));
    seconds[i] = cpuSeconds() - start;
    memory[i] = peakMemory() - base;
    std::printf(
        "%d intervals: %.2f s, %.0f MiB more, residual %.1e, %d Newton steps, %d factorisations, %d meshes\n",
        static_cast<int>(intervals[i]), seconds[i], memory[i], found.residual,
        static_cast<int>(found.iterations), static_cast<int>(found.factorizations),
        static_cast<int>(found.meshes));
    EXPECT_LE(found.residual, 1e-10);
    EXPECT_NEAR(found.trajectory.x(0)[0], 1.0, 1e-10);
    EXPECT_NEAR(DoubleIntegrator::costOf(found.trajectory), 0.76118, 1e-4);
  }
  EXPECT_LE(seconds[1], 20.0);
  EXPECT_LE(memory[1], 5.0 * memory[0]);
}

}  // namespace
}  // namespace nsds::large_meshes_test
