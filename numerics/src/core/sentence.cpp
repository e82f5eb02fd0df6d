#include "core/sentence.hpp"

#include <fmt/format.h>

namespace nsds::numerics {

void Sentence::write_arguments(fmt::string_view format, fmt::format_args arguments) const noexcept {
  if (text == nullptr || capacity == 0) return;
  char* end = text;
  try {
    end = fmt::vformat_to_n(text, capacity - 1, format, arguments).out;
  } catch (...) {  // fmt reports trouble by exceptions; an unfinished sentence is still a sentence
  }
  *end = '\0';
}

}  // namespace nsds::numerics
