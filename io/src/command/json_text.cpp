#include "json_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace nsds::command {

namespace {

using Json = nlohmann::ordered_json;

void append(std::string& text, const Json& value);

void appendNumber(std::string& text, double number) {
  if (!std::isfinite(number)) {
    text += "null";
    return;
  }
  const std::string digits = fmt::format("{:.17g}", number);
  text += digits;
  if (digits.find_first_of(".e") == std::string::npos) text += ".0";
}

void appendObject(std::string& text, const Json& object) {
  text += '{';
  const char* separator = "";
  for (const auto& [key, value] : object.items()) {
    text += separator + Json(key).dump() + ": ";
    append(text, value);
    separator = ", ";
  }
  text += '}';
}

void appendArray(std::string& text, const Json& array) {
  text += '[';
  const char* separator = "";
  for (const Json& value : array) {
    text += separator;
    append(text, value);
    separator = ", ";
  }
  text += ']';
}

void append(std::string& text, const Json& value) {
  if (value.is_object()) return appendObject(text, value);
  if (value.is_array()) return appendArray(text, value);
  if (value.is_number_float()) return appendNumber(text, value.get<double>());
  text += value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string jsonText(const Json& value) {
  std::string text;
  append(text, value);
  return text;
}

}  // namespace nsds::command
