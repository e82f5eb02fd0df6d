// A progress bar shows a person at a terminal how far a simulation is. It is silent everywhere else.
#pragma once

#include <chrono>
#include <cstdio>

#include "nsds/io/export.hpp"

namespace nsds::io {

/// An observer for Simulation::run. Draws on the error stream if that is a terminal, ten times a second at
/// most.
class NSDS_IO_API ProgressBar {
 public:
  /// finalTime: the time [s] at which the bar is full.
  explicit ProgressBar(double finalTime);
  /// Draws on another stream, which the caller keeps open, even if it is no terminal.
  ProgressBar(double finalTime, std::FILE* stream);

  /// The simulation, which needs to have time() [s], calls this.
  template <typename Simulation>
  void begin(const Simulation& simulation) {
    start(simulation.time());
  }
  template <typename Simulation>
  void step(const Simulation& simulation) {
    advance(simulation.time());
  }
  template <typename Simulation>
  void end(const Simulation& simulation) {
    finish(simulation.time());
  }

  void start(double t);
  void advance(double t);
  void finish(double t);

 private:
  void draw(double t) const;

  std::FILE* stream_;  // null: silent
  double startTime_ = 0.0;
  double finalTime_;
  std::chrono::steady_clock::time_point nextDraw_{};
};

}  // namespace nsds::io
