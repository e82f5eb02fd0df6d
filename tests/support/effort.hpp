// How often a test repeats what it draws: a few times by default, many with NSDS_THOROUGH set, as tests labelled slow have it.
#pragma once

#include <cstdlib>

namespace nsds::test {

inline int effort(int usual, int thorough) {
  return std::getenv("NSDS_THOROUGH") != nullptr ? thorough : usual;
}

}  // namespace nsds::test
