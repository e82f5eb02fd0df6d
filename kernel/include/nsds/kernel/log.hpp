// The messages of a model are silent unless the user installs a sink. Nothing in the kernel prints.
#pragma once

#include <functional>
#include <string_view>

#include "nsds/common/cxx20.hpp"

namespace nsds {

enum class LogLevel { info, warning };

/// Receives one sentence at a time, on the thread that steps the model.
using LogSink = std::function<void(LogLevel, std::string_view)>;

}  // namespace nsds
