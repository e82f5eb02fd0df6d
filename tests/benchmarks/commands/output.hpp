// A result as one JSON line, or as lines "name  value" for a person.
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>

namespace nsds::bench {

// Numbers that are not finite become null.
inline void print(std::ostream& out, const nlohmann::ordered_json& result, bool as_json) {
  if (as_json) {
    out << result.dump() << '\n';
    return;
  }
  for (const auto& [name, value] : result.items()) {
    std::string padded = name;
    padded.resize(16, ' ');
    out << padded << (value.is_string() ? value.get<std::string>() : value.dump()) << '\n';
  }
}

}  // namespace nsds::bench
