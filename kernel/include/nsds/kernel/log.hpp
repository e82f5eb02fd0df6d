// The messages of a model. Without a sink of the user its warnings go to stderr, each of them once, whatever its numbers; what is of
// information alone goes nowhere.
#pragma once

#include <functional>
#include <string_view>

#include "nsds/common/cxx20.hpp"

namespace nsds {

enum class LogLevel { info, warning };

/// Receives one sentence at a time, on the thread that steps the model.
using LogSink = std::function<void(LogLevel, std::string_view)>;

}  // namespace nsds
