// A progress bar shows a person at a terminal how far a simulation is. It is silent everywhere else.
//
//   [#################.......................]  42 %  t = 2.1 s  step 2100  35 active  12 iterations a step  3 min left
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>

#include "nsds/io/export.hpp"

namespace nsds {
class Simulation;
}

namespace nsds::io {

/// An observer for Simulation::run. Draws on the error stream if that is a terminal, ten times a second at
/// most.
class NSDS_IO_API ProgressBar {
 public:
  ProgressBar();
  /// Draws on another stream, which the caller keeps open, even if it is no terminal.
  explicit ProgressBar(std::FILE* stream) : stream_(stream) {}

  void begin(const Simulation& simulation);
  void step(const Simulation& simulation);
  void end(const Simulation& simulation);

 private:
  using Clock = std::chrono::steady_clock;
  void draw(const Simulation& simulation, Clock::time_point now);

  std::FILE* stream_;  // null: silent
  double startTime_ = 0.0;
  Clock::time_point start_{};
  Clock::time_point nextDraw_{};
  std::int64_t steps_ = 0;       // of the simulation when the bar was drawn last
  std::int64_t iterations_ = 0;  // of its solvers
  std::size_t length_ = 0;       // of what was drawn last
};

}  // namespace nsds::io
