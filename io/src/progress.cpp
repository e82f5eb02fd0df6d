#include "nsds/io/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace nsds::io {

namespace {

constexpr auto kInterval = std::chrono::milliseconds(100);

std::FILE* terminal() {
  return isatty(STDERR_FILENO) != 0 ? stderr : nullptr;
}

}  // namespace

ProgressBar::ProgressBar(double finalTime) : ProgressBar(finalTime, terminal()) {}

ProgressBar::ProgressBar(double finalTime, std::FILE* stream) : stream_(stream), finalTime_(finalTime) {}

void ProgressBar::start(double t) {
  startTime_ = t;
  nextDraw_ = std::chrono::steady_clock::now() + kInterval;
}

void ProgressBar::advance(double t) {
  if (stream_ == nullptr) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < nextDraw_) return;
  nextDraw_ = now + kInterval;
  draw(t);
}

void ProgressBar::finish(double t) {
  if (stream_ == nullptr) return;
  draw(t);
  std::fputc('\n', stream_);
  std::fflush(stream_);
}

void ProgressBar::draw(double t) const {
  constexpr int width = 40;
  const double length = finalTime_ - startTime_;
  const double part = length > 0.0 ? std::clamp((t - startTime_) / length, 0.0, 1.0) : 1.0;
  const int filled = static_cast<int>(part * width);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '#') +
                          std::string(static_cast<std::size_t>(width - filled), '.');
  const std::string line = fmt::format("\r[{}] {:3.0f} %  t = {:.6g} s ", bar, 100.0 * part, t);
  std::fputs(line.c_str(), stream_);
  std::fflush(stream_);
}

}  // namespace nsds::io
