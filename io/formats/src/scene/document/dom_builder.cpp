#include "scene/document/dom_builder.hpp"

#include <fmt/core.h>

#include <cmath>
#include <string_view>
#include <utility>

#include "number_text.hpp"

namespace nsds::io::scene {

bool DomBuilder::refuse(std::string complaint) {
  complaint_ = std::move(complaint);
  return false;
}

bool DomBuilder::RawNumber(const char* text, rapidjson::SizeType length, bool) {
  const std::string_view number(text, length);
  // A whole number that an integer holds is one; -0 is not, as integers have one zero.
  std::int64_t integer = 0;
  if (number != "-0" && text::parseNumber(number, integer)) return document_.Int64(integer);
  double value = 0.0;
  if (!text::parseNumber(number, value) || !std::isfinite(value))
    return refuse(fmt::format("the number {} is beyond what a double holds", number.substr(0, 40)));
  return document_.Double(value);
}

bool DomBuilder::Key(const char* text, rapidjson::SizeType length, bool) {
  if (!names_.back().emplace(text, length).second)
    return refuse(fmt::format("\"{}\" stands twice in this object", std::string_view(text, length)));
  return document_.Key(text, length, true);
}

bool DomBuilder::descend() {
  if (names_.size() == deepest)
    return refuse(fmt::format("objects and arrays are nested deeper than {} levels", deepest));
  names_.emplace_back();
  return true;
}

bool DomBuilder::ascend() {
  names_.pop_back();
  return true;
}

}  // namespace nsds::io::scene
