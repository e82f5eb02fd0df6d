#include "core/sentence.hpp"

#include <fmt/core.h>

namespace nsds::numerics {

void Sentence::write_arguments(fmt::string_view format, fmt::format_args arguments) const noexcept {
  if (text == nullptr || capacity == 0) return;
  try {
    *fmt::vformat_to_n(text, capacity - 1, format, arguments).out = '\0';
  } catch (...) {  // fmt reports trouble by exceptions; no sentence is better than half of one
    *text = '\0';
  }
}

}  // namespace nsds::numerics
