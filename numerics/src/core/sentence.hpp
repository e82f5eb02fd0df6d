// Sentences for the caller, written into buffers of fixed size: no allocation, never past the end.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace nsds::numerics {

// A character buffer that may be absent (null) and is always left terminated.
struct Sentence {
  char* text = nullptr;
  std::size_t capacity = 0;

  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) const noexcept {
    if (text == nullptr || capacity == 0) return;
    char* end = text;
    try {
      end = fmt::format_to_n(text, capacity - 1, format, std::forward<Args>(args)...).out;
    } catch (...) {  // fmt reports trouble by exceptions; an unfinished sentence is still a sentence
    }
    *end = '\0';
  }

  bool empty() const noexcept { return text == nullptr || capacity == 0 || *text == '\0'; }
};

}  // namespace nsds::numerics
