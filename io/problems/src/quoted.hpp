// Shows a word of a file in a message.
#pragma once

#include <string>
#include <string_view>

namespace nsds::problems {

/// The word in quotation marks, cut where it is long.
inline std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  return "\"" + std::string(word.substr(0, longest)) + (word.size() > longest ? "..." : "") + "\"";
}

}  // namespace nsds::problems
