#include "nsds/io/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "nsds/kernel/simulation/simulation.hpp"

namespace nsds::io {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);

std::string barOf(double part) {
  constexpr std::size_t width = 40;
  const auto filled = static_cast<std::size_t>(part * width);
  return fmt::format("[{}{}] {:3.0f} %", std::string(filled, '#'), std::string(width - filled, '.'),
                     100.0 * part);
}

/// "45 s", "3 min", "2.5 h"
std::string durationText(double seconds) {
  if (seconds < 100.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

ProgressBar::ProgressBar() : stream_(isatty(STDERR_FILENO) != 0 ? stderr : nullptr) {}

void ProgressBar::begin(const Simulation& simulation) {
  startTime_ = simulation.time();
  start_ = Clock::now();
  nextDraw_ = start_ + kInterval;
  steps_ = simulation.statistics().steps;
  iterations_ = simulation.statistics().solverIterations;
  length_ = 0;
}

void ProgressBar::step(const Simulation& simulation) {
  if (stream_ == nullptr) return;
  const Clock::time_point now = Clock::now();
  if (now < nextDraw_) return;
  nextDraw_ = now + kInterval;
  draw(simulation, now);
}

void ProgressBar::end(const Simulation& simulation) {
  if (stream_ == nullptr) return;
  draw(simulation, Clock::now());
  std::fputc('\n', stream_);
  std::fflush(stream_);
}

void ProgressBar::draw(const Simulation& simulation, Clock::time_point now) {
  const Model& model = simulation.model();
  const double part = std::clamp((simulation.time() - model.t0()) / (model.T() - model.t0()), 0.0, 1.0);
  const Statistics& statistics = simulation.statistics();
  std::string line = fmt::format("{}  t = {:.6g} s  step {}  {} active", barOf(part), simulation.time(),
                                 simulation.step(), simulation.indexSet(1).size());
  if (statistics.steps > steps_) {
    line += fmt::format("  {:.3g} iterations a step",
                        static_cast<double>(statistics.solverIterations - iterations_) /
                            static_cast<double>(statistics.steps - steps_));
  }
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double covered = simulation.time() - startTime_;
  if (covered > 0.0 && part < 1.0)
    line += fmt::format("  {} left", durationText(elapsed * (model.T() - simulation.time()) / covered));
  steps_ = statistics.steps;
  iterations_ = statistics.solverIterations;

  // Blanks cover what is left of a longer line.
  const std::size_t length = line.size();
  line.append(length < length_ ? length_ - length : 0, ' ');
  length_ = length;
  std::fputs(("\r" + line).c_str(), stream_);
  std::fflush(stream_);
}

}  // namespace nsds::io
