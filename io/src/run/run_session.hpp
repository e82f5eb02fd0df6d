// What the runs of a program have in common: their number, the checkpoint from which one of them continues, where messages go.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "nsds/io/checkpoint.hpp"
#include "nsds/io/parameters.hpp"
#include "run/run_log.hpp"

namespace nsds::io {

class RunSession {
 public:
  explicit RunSession(RunOptions options) : options_(std::move(options)) {}
  RunSession(const RunSession&) = delete;
  RunSession& operator=(const RunSession&) = delete;
  /// Warns if no run took the checkpoint of --resume.
  ~RunSession();

  /// The number of the next run, from 1. Throws CheckpointError where the file of --resume is none.
  int beginRun();
  bool continues(int run) const { return resumed_ && resumed_->identity.run == run; }
  /// True if the checkpoint of --resume has a part of this name.
  bool resumedKeeps(const std::string& part) const;
  /// Runs before the one that continues are repeated, and must not write over its checkpoint.
  bool saves(int run) const {
    return !options_.checkpoint.empty() && (!resumed_ || run >= resumed_->identity.run);
  }
  /// Counts a step; true if --steps are made.
  bool stepEnds() { return ++steps_ >= options_.steps && options_.steps > 0; }
  RunLog& log() { return *log_; }

 private:
  RunOptions options_;
  int runs_ = 0;
  std::int64_t steps_ = 0;
  std::optional<CheckpointSummary> resumed_;
  std::optional<RunLog> log_;  // opened by the first run
};

}  // namespace nsds::io
