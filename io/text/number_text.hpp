// Numbers as people and other programs write them.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace nsds::text {

/// Returns true and sets value if the whole text is one number of the type Number, a double or an integer. A
/// leading plus sign is accepted, and nan and inf for a double; a number beyond the range of the type is not.
template <typename Number>
bool parseNumber(std::string_view text, Number& value) {
  // std::from_chars knows no leading plus sign, printf("%+g") does.
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc() && end == last;
}

}  // namespace nsds::text
