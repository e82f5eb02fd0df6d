// Writes sentences for the caller into buffers of fixed size, with no allocation and never past the end.
#pragma once

#include <fmt/core.h>

#include <cstddef>

#include "nsds/numerics/export.h"

namespace nsds::numerics {

// A character buffer that may be absent (null) and is always left terminated.
struct NSDS_NUMERICS_API Sentence {
  char* text = nullptr;
  std::size_t capacity = 0;

  template <class... Args>
  void write(fmt::format_string<Args...> format, Args&&... args) const noexcept {
    write_arguments(format, fmt::make_format_args(args...));
  }

  bool empty() const noexcept { return text == nullptr || capacity == 0 || *text == '\0'; }

 private:
  // The formatter of fmt is compiled here alone: in every file that writes a sentence it would be two thirds of the file.
  void write_arguments(fmt::string_view format, fmt::format_args arguments) const noexcept;
};

}  // namespace nsds::numerics
