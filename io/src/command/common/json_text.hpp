// JSON as the command prints it: one line, numbers with as many digits as give them back.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace nsds::command {

/// Numbers that are not finite, which JSON does not have, become null.
inline std::string jsonText(const nlohmann::ordered_json& value) {
  return value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace nsds::command
