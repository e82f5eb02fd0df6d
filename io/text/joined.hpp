// Lists of words in a sentence.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace nsds::text {

/// "a, b, c". This is fmt::join for texts, for which fmt would be parsed whole.
inline std::string joined(std::span<const std::string> words, std::string_view separator = ", ") {
  std::string text;
  for (const std::string& word : words) {
    if (&word != words.data()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace nsds::text
