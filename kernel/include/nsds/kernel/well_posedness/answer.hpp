// The answer to a question about a system whose data are rounded numbers.
#pragma once

#include <cstdint>

#include "nsds/common/cxx20.hpp"

namespace nsds {

/// undecided: rounding hides it, or the question has no answer for this system.
enum class Answer : std::uint8_t { no, yes, undecided };

inline Answer answerOf(bool holds) {
  return holds ? Answer::yes : Answer::no;
}

}  // namespace nsds
