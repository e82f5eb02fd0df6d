// Where the messages of a run go: to people on the error stream, to programs as lines of JSON.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "nsds/io/parameters.hpp"
#include "nsds/kernel/log.hpp"

namespace nsds::io {

class RunLog {
 public:
  /// report: empty for none, "-" for the error stream. Throws std::runtime_error where the file cannot be opened.
  RunLog(LogThreshold threshold, const std::filesystem::path& report);

  void message(LogLevel level, std::string_view text);
  /// A line {"event": event, ...} of the report.
  void report(const char* event, const nlohmann::ordered_json& contents);

 private:
  struct Close {
    void operator()(std::FILE* file) const;
  };

  LogThreshold threshold_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace nsds::io
