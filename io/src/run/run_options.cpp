#include "run/run_options.hpp"

#include <fmt/core.h>

#include <cmath>

#include "number_text.hpp"

namespace nsds::io {

namespace {

LogThreshold thresholdOf(const std::string& word) {
  if (word.empty() || word == "warning") return LogThreshold::warning;
  if (word == "info") return LogThreshold::info;
  if (word == "none") return LogThreshold::none;
  throw ParameterError(fmt::format("--log: expected none, warning or info, found \"{}\"", word));
}

double numberOf(const std::string& option, const std::string& word, double least, bool whole) {
  double value = 0.0;
  const bool right = text::parseNumber(word, value) && std::isfinite(value) && value >= least &&
                     (!whole || (value == std::floor(value) && value < 1e15));
  if (right) return value;
  throw ParameterError(fmt::format("{}: expected {} of at least {}, found \"{}\"", option,
                                   whole ? "a whole number" : "a number", least, word));
}

}  // namespace

RunOptions runOptionsOf(const command_line::RunWords& words) {
  RunOptions options;
  options.checkpoint = words.checkpoint;
  options.resume = words.resume;
  options.saveFailures = words.saveFailures;
  options.summary = words.summary;
  options.report = words.report;
  options.log = thresholdOf(words.log);
  options.record = words.record;
  if (!words.rate.empty()) options.rate = numberOf("--rate", words.rate, 0.0, false);
  if (!words.rate.empty() && words.record.empty())
    throw ParameterError("--rate says how often a frame is recorded; name its file by --record FILE.h5");
  if (!words.every.empty()) options.every = numberOf("--every", words.every, 0.0, false);
  if (!words.steps.empty())
    options.steps = static_cast<std::int64_t>(numberOf("--steps", words.steps, 1.0, true));
  if (!words.every.empty() && words.checkpoint.empty())
    throw ParameterError("--every says how often a checkpoint is saved; name its file by --checkpoint FILE");
  return options;
}

}  // namespace nsds::io
