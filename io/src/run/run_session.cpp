#include "run/run_session.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nsds::io {

RunSession::~RunSession() {
  if (!resumed_ || resumed_->identity.run <= runs_) return;
  fmt::print(stderr, "warning: {} belongs to run {}, and this program has made {}\n",
             options_.resume.string(), resumed_->identity.run, runs_);
}

bool RunSession::resumedKeeps(const std::string& part) const {
  return resumed_ && std::find(resumed_->kept.begin(), resumed_->kept.end(), part) != resumed_->kept.end();
}

int RunSession::beginRun() {
  if (!log_) log_.emplace(options_.log, options_.report);
  if (!resumed_ && !options_.resume.empty()) resumed_ = describeCheckpoint(options_.resume);
  return ++runs_;
}

}  // namespace nsds::io
