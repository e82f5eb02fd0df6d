// Numbers as people and other programs write them.
#pragma once

#include <charconv>
#include <string_view>
#include <system_error>

namespace nsds::io {

/// Whether the whole text is a number, which value receives. A leading plus sign, nan and inf are accepted; a
/// number beyond the range of double is not.
inline bool parse_number(std::string_view text, double& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return error == std::errc() && end == last;
}

}  // namespace nsds::io
