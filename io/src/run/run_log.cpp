#include "run/run_log.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

namespace nsds::io {

namespace {

using Json = nlohmann::ordered_json;

std::FILE* opened(const std::filesystem::path& report) {
  if (report.empty()) return nullptr;
  if (report == "-") return stderr;
  std::FILE* const file = std::fopen(report.c_str(), "we");
  if (file == nullptr)
    throw std::runtime_error(
        fmt::format("{}: cannot be opened for writing: {}", report.string(), std::strerror(errno)));
  return file;
}

}  // namespace

void RunLog::Close::operator()(std::FILE* file) const {
  if (file != stderr) std::fclose(file);
}

RunLog::RunLog(LogThreshold threshold, const std::filesystem::path& report)
    : threshold_(threshold), file_(opened(report)) {}

void RunLog::message(LogLevel level, std::string_view text) {
  const bool warning = level == LogLevel::warning;
  const char* const word = warning ? "warning" : "info";
  const bool shown = threshold_ == LogThreshold::info || (threshold_ == LogThreshold::warning && warning);
  if (shown) fmt::print(stderr, "{}: {}\n", word, text);
  report("log", {{"level", word}, {"message", std::string(text)}});
}

void RunLog::report(const char* event, const Json& contents) {
  if (file_ == nullptr) return;
  Json line{{"event", event}};
  line.update(contents);
  fmt::print(file_.get(), "{}\n", line.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::fflush(file_.get());
}

}  // namespace nsds::io
