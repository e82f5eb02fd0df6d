// Vectors that repeated finite differences of the same sizes use again.
#pragma once

#include "nsds/kernel/types.hpp"

namespace nsds {

struct DifferenceScratch {
  Vector at;
  Vector plus;
  Vector minus;
};

}  // namespace nsds
